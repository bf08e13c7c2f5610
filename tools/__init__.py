"""Programs that measure, try, train and draw; the site runs without them."""
