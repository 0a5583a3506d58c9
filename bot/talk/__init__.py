"""What is said to people, one file a message: its sentences and its controls. Nothing here knows who asks."""
