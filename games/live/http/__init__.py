"""Play without a socket: requests, and events as a stream."""
