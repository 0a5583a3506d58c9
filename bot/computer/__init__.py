"""Computer players at work: processes that think (`thinker`, `pool`), and what asks them (`mover`, `analysis`)."""
