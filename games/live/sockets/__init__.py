"""The WebSocket consumers: they read frames, find the room, and answer each message once."""
