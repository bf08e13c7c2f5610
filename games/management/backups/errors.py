"""The error of backups, with a text for the person who runs the command."""


class BackupError(Exception):
    """A backup could not be written, read or restored; the text says why."""
