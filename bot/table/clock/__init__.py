"""A table's clock: values, and arithmetic over UTC seconds."""
