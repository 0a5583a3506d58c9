"""A table's clock: values, and calculations with UTC seconds."""
