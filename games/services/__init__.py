"""Services that write to the database: keyword-only functions, each in one transaction."""
