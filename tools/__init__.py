"""Programs that measure and try the site; the site runs without them."""
