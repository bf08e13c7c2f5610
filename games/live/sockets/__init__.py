"""Consumers: take frames, find the room, answer each frame once."""
