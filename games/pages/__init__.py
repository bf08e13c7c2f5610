"""Server-rendered pages. Views parse, call a service or selector, and render; they decide nothing."""
