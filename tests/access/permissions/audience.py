"""Whom several addresses are open to, and the states that what they lead to can be in."""

from __future__ import annotations

from typing import Final

from tests.access.rows import who

STATES: Final[dict[str, tuple[str, ...]]] = {
    "table": ("waiting", "running", "private", "today", "club_only"),
    "match": ("running", "private", "today", "finished", "finished_private", "held"),
    "day": ("shown", "tomorrow"),
    "exercise": ("own_exercise",),
    "case": ("open_case",),
    "passkey": ("passkey_member", "passkey_rival"),
}
"""What an address leads to -> its states. `today` is a try at the deal of the day that runs; `held`
one that is over while others still play the same cards; `own_exercise` is one of `former`."""

ACCOUNTS: Final = who("ok", strangers="login")
"""Whoever is signed in, guests too."""
MEMBERS: Final = who("ok", strangers="login", guest="signup")
"""Whoever has an account; a guest is asked to make one first."""
CONFIRMED: Final = who("confirm", strangers="login", guest="signup", member="ok")
"""Members who typed their password just now."""
CONFIRMED_OR_GUEST: Final = who("confirm", strangers="login", guest="ok", member="ok")
"""The same, and guests, who have nothing to confirm with."""
CONFIRMED_MFA: Final = who("confirm", strangers="moved", guest="signup", member="ok")
"""The same, at pages that send strangers past the login page of allauth to the same form."""
STRANGERS: Final = who("moved", strangers="ok", guest="ok")
"""Whoever may still sign in or up; others go on to the lobby."""
WITH_APP: Final = who("confirm", strangers="login", guest="signup", administration="ok")
"""Members who have an app that makes codes; others confirm by other means."""
DESK: Final = who("refused", strangers="login", moderators="ok", stepless_superuser="moved")
"""Moderators at their desk, once they have shown their second factor."""
SEATED: Final = who("absent", seated="ok")
CLUB: Final = who("absent", seated="ok", former="ok")
"""The members of a club, and everybody seated, at a table that is for its members."""
MESSENGERS: Final = who("refused", person_messages="ok")
"""Whoever may read and write messages by key: people alone."""
READERS: Final = who("refused", readers="ok")
BY_PROGRAMS: Final = who("refused", robot_play="invalid")
"""Whoever may play by key: programs alone. Their body is none."""
NOT_ENTERED: Final = who("refused", robot_play="conflict")
"""The same, at a tournament that nobody of them has entered."""
NOT_PLAYED: Final = who("refused", robot_play="absent")
"""The same, at a match of a league that nobody of them plays."""
