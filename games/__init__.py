"""The game: rules, tables, live play, records, figures, API and pages."""
