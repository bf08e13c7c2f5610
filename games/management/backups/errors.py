"""What can go wrong with a backup, in words for whoever runs the command."""


class BackupError(Exception):
    """A backup could not be written, read or restored; the text says why."""
