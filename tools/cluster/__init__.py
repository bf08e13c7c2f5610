"""Three machines in network namespaces of one, with all that the documents put on them, of which one
thing at a time is taken away: `make cluster`.
"""
