"""What accounts tell others, and ask them; accounts know nobody by name."""

from django.dispatch import Signal

account_closing = Signal()
"""An account is about to be deleted, in the same transaction: `user`."""

account_renamed = Signal()
"""An account has another name or face, or a guest has become a member, or it a program's: `user`."""

account_export = Signal()
"""Somebody downloads their data: `user`. Receivers return `(heading, JSON-able value)`."""

account_played = Signal()
"""Somebody wants to make an account a program's: `user`. True says that it has played already.

Receivers lock what they look at, so that nothing is played before it is decided.
"""

name_wanted = Signal()
"""Somebody wants a name: `name`, and `user`, None for a stranger. True refuses it as taken."""
