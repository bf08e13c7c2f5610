"""Server-rendered pages: views that parse a request, call a service or selector, and render."""
