"""Play over HTTP, without a socket: single requests, and events as a stream."""
