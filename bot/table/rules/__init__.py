"""The rules about what people can do at a table, one file for each matter. Each rule adds a step to the log."""
