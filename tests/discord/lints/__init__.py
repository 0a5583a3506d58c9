"""Discord's documented rules that its API description lacks, and our own rules.

Every function yields sentences about what is wrong and yields nothing for a request that Discord accepts.
"""
