"""Start, drain and stop the servers, and what touches the private parts of Daphne and uvicorn."""
