"""The parts of pages that show tiles."""
