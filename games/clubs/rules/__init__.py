"""Rules of clubs in plain Python: roles and rights, handles, seasons and points."""
