"""The forms of the pages, and what they offer to choose from."""
