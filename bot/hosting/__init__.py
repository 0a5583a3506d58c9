"""What only the host of the bot sees: copies, health, and the supervisor that started it."""
