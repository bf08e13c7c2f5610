"""Settings, clock, publish and subscribe, metrics, database threads and errors of the live path."""
