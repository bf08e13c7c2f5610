"""The guide: its chapters, the positions that its reader plays, and the figures it quotes.

>>> from games.guide.positions import position
>>> position("take").best.card
'B6'
"""
