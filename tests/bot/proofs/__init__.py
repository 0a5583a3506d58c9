"""Records that a host would forge, and honest ones, before both verifiers."""
