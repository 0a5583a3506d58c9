"""Figures, each beside a reference that is measured in the same run: `python -m tests.bench [--short] [part ...]`."""
