"""The forms of the pages, and the choices that they offer."""
