"""Time at a table: how long a turn may take, when somebody is reminded, and what happens when nobody comes."""
