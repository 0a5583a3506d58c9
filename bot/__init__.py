"""The shell: Discord, the database, the clock."""
