"""What games of dominoes in tricks share: suits and ranks, tricks, unseen tiles, and what is said about them."""
