"""Settings, addresses and servers of the whole site."""
