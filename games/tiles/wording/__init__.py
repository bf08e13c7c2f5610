"""The words of tiles in the reader's language."""
