"""Pictures of what a viewer has seen, drawn in a thread or in separate processes."""
