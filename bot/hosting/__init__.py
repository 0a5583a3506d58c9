"""What only the operator sees: copies, health, and messages to the supervisor."""
