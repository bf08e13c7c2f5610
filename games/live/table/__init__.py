"""A table with its members: who is there, what each is sent, chat, hints and the lobby."""
