"""The capacity of the site: a model with measured constants, held against measurements.

`docs/operations.md` has the table that comes out, under "How far it goes".
"""
