"""How large and how readable the code is: `python -m tools.code_figures`, with the limit of each figure."""
