"""Computer players at work: processes that think (`worker`, `pool`) and what they are asked for (`mover`)."""
