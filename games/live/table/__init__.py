"""A table and its members: presence, state messages, chat, hints and the lobby."""
