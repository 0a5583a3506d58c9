"""Pictures: what a viewer has seen, drawn in a thread or in processes of their own."""
