"""A small database and a record of each released version, which every later version must be able to read."""
