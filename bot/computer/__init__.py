"""Computer players: processes that think (`thinker`, `pool`), and the modules that use them (`mover`, `analysis`)."""
