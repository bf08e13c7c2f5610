"""What programs play with: tables, exercises, puzzles, the deal of the day."""
