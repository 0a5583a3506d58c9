"""Fetching the public beacon: relays that return its rounds, and the dealer."""
