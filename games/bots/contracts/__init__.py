"""The games with an auction on small integers: learned tables, and looking ahead by them.

Every card is dealt, a caller plays against the others, alone or with a partner whom not all know.
`deals` plays many deals at once with numpy; `training` makes the tables by games against itself;
`reading` turns a view into ways in which the hidden cards may lie; `judging` weighs cards and bids.
"""
