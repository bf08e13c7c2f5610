"""Types of the API's answers, each shape written once.

Reads in `games.selectors` and entrances in `games.api` build values of these types, and the OpenAPI
document is made of them: a text in `Annotated` is the description of a field, a docstring that of a
shape.
"""
