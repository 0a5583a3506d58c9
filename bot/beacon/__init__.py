"""The public beacon, fetched: relays that tell its rounds, and the dealer who waits for them."""
