"""Discord's documented rules that its API description does not state, and ours on top of them.

Every function yields sentences about what is wrong and yields nothing for a request that Discord accepts.
"""
