"""A table's clock, as arithmetic over UTC seconds."""
