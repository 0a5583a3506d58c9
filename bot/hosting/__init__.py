"""What only the operator sees: copies, health, and the supervisor that started it."""
