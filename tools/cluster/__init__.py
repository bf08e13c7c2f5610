"""Three machines in network namespaces of one, with all that the documents put on them: `make cluster`
takes one thing at a time away, and `python -m tools.cluster.document` sets them up by the commands of
docs/operations/several-machines.md.
"""
