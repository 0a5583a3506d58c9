"""What people settle at a table: one file for each matter.

Each file has a rule and the step it adds to the log.
"""
