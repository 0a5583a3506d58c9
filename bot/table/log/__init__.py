"""The log of a table: its steps, what they are folded into, and a table in hand that gets new ones."""
