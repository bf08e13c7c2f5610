"""Charts and pictures as data for templates, which draw them as SVG."""
