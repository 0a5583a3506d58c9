"""Fetches rounds of the public beacon from relays, and makes the deals that wait for them."""
