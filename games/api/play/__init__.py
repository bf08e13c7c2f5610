"""Views for programs that play: tables, exercises, puzzles, the deal of the day."""
