"""The log of a table: its steps, the position into which they are folded, and drafts, which add steps to it."""
