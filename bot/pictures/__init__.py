"""Pictures of what a viewer has seen, drawn in a thread or in own processes."""
