"""Programs that measure, try and train; the site runs without them."""
