"""Experiments behind management commands: random play, secrecy, contests, training, simulated sites."""
