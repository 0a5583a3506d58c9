"""The rules about what people can do at a table, one file for each subject.

A rule is a function that changes a draft, mostly by adding steps, or raises a Refusal.
"""
