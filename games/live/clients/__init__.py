"""The connected clients: their visitors, the limits on their sockets, their outgoing messages."""
