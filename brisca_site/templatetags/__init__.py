"""Tags of every page, whichever app shows it."""
