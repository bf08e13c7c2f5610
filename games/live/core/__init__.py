"""What everything here stands on: settings, clock, publish and subscribe, metrics, threads, errors."""
