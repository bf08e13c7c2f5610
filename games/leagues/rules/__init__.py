"""Rules of leagues in plain Python: calendar, fixtures, tables and movements. They know no database."""
