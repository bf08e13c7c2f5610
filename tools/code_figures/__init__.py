"""Figures of the size and readability of the code, with their limits: `python -m tools.code_figures`."""
