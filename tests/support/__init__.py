"""Shared support of tests and tools: people, sites with servers, databases, matches of bots, browsers.

The tools (`tools/`) may import these modules, as a soak is a long test. Nothing here imports a tool or a test.
"""
