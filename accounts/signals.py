"""Signals of accounts, by which other apps take part."""

from django.dispatch import Signal

signing_in = Signal()
"""A visitor is about to be signed in to an account: `request`, and `user`, whose account it is.

The session and the user of the request are still those of the visitor.
"""

guest_leaving = Signal()
"""A guest is about to be signed out, to sign in to an account: `user`.

Receivers return a dict of what the visitor's session holds from then on.
"""

account_closing = Signal()
"""An account is about to be deleted, in the same transaction: `user`."""

account_renamed = Signal()
"""An account has another name or face, or has become a member's or a program's: `user`."""

account_export = Signal()
"""A user downloads their data: `user`. Receivers return `(heading, JSON-able value)`."""

account_played = Signal()
"""A user wants to make an account a program's: `user`. Receivers return whether it has played.

Receivers lock the rows that they read, so that nothing is played before the decision.
"""

name_wanted = Signal()
"""A name is wanted: `name`, and `user`, None for a stranger. Receivers return True to refuse it."""

bar_shown = Signal()
"""The owner of a barred account is shown the bar: `bar`. Receivers return the address of a page with
its reasons and an appeal, or an empty text.
"""
