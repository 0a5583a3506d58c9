"""The log of a table: its steps, the position that they are folded into, and drafts, to which steps are added."""
