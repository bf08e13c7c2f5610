"""The bots that people meet, by level, and how each of them chooses.

`registry` names the levels; the other modules are what a level looks at: rules of thumb (`scales`,
`reader`, `low_points`, `open_hands`), what comes before the play, signs, and answers to offers.
"""
