"""What people settle at a table: one file for each thing, with its rule and the step it adds to the log."""
