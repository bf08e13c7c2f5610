"""Times and answers of sign-up, log-in and reset, which must not depend on whether an account exists.

The campaign posts the cases of a form in turn, each time for another account and from another address,
so that it meets no limit. All answers of one form have the same status and lead to the same place, and
the medians of their times lie within TOLERANCE.
"""

from __future__ import annotations

import http.client
import random
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from tests.support.site import Site

Json = dict[str, Any]
Times = dict[str, dict[str, list[float]]]
TOLERANCE: Final = 0.05
"""Share of a form's shortest median by which its longest may exceed it."""
TOKEN: Final = "c" * 32
WRONG: Final = "not-the-password-of-anybody"
NEW: Final = "caballo-pila-grapa"
PATHS: Final = {
    "log in by name": "/accounts/login/",
    "log in by e-mail": "/accounts/login/",
    "sign up": "/accounts/signup/",
    "reset": "/accounts/password/reset/",
}


@dataclass(frozen=True)
class Case:
    """A form of sign-up, log-in or reset, and the text typed into it in each round."""

    form: str
    name: str
    typed: Callable[[int], dict[str, str]]
    times: int = 1
    """Number of requests at each turn; quick answers need more of them for a stable median."""


RESETS: Final = 4
"""Number of reset mails that the limit allows for one address."""


def _login(text: str) -> Callable[[int], dict[str, str]]:
    return lambda turn: {"login": text.format(turn), "password": WRONG}


def _sign_up(name: str, email: str) -> Callable[[int], dict[str, str]]:
    return lambda turn: {
        "username": name.format(turn),
        "password1": NEW,
        "email": email.format(turn),
    }


def _reset(email: str) -> Callable[[int], dict[str, str]]:
    return lambda turn: {"email": email.format(turn)}


# `site_calls.accounts` makes the accounts.
CASES: Final = (
    Case("log in by name", "nobody", _login("nobody-{:04}")),
    Case("log in by name", "account", _login("member-{:04}")),
    Case("log in by name", "guest", _login("guests-{:04}")),
    Case("log in by e-mail", "nobody", _login("nobody-{:04}@example.org")),
    Case("log in by e-mail", "confirmed", _login("member-{:04}@example.org")),
    Case("log in by e-mail", "given at sign-up", _login("signup-{:04}@example.org")),
    Case("sign up", "free", _sign_up("free-{:04}", "unused-{:04}@example.org")),
    Case("sign up", "confirmed", _sign_up("took-{:04}", "member-{:04}@example.org")),
    Case("sign up", "given at sign-up", _sign_up("give-{:04}", "signup-{:04}@example.org")),
    Case("reset", "nobody", _reset("nobody-{:04}@example.org"), RESETS),
    Case("reset", "confirmed", _reset("member-{:04}@example.org"), RESETS),
    Case("reset", "given at sign-up", _reset("signup-{:04}@example.org"), RESETS),
)


def campaign(site: Site, count: int, *, seed: int, step: Callable[..., None]) -> Json:
    """Submit each form `count` times; return median times (µs) and differences that tell."""
    site.env |= {"DJANGO_SETTINGS_MODULE": "tools.soak.page_settings", "NUM_PROXIES": "1"}
    for name in ("EMAIL_URL", "ALLOWED_HOSTS", "HTTPS"):
        site.env.pop(name, None)
    site.ask("accounts", count=count + 1)
    port = site.start().port
    chance = random.Random(seed)
    _ask(port, count, CASES, chance)  # the first of each is slower: caches are empty
    turns = [case for case in CASES for _ in range(case.times)]
    times: Times = {form: {} for form in PATHS}
    answers: dict[str, set[str]] = {form: set() for form in PATHS}
    for turn in range(count):
        for case, seconds, answer in _ask(port, turn, chance.sample(turns, len(turns)), chance):
            times[case.form].setdefault(case.name, []).append(seconds)
            answers[case.form].add(answer)
        step()
    medians = {
        form: {name: round(1e6 * statistics.median(seconds)) for name, seconds in by_case.items()}
        for form, by_case in times.items()
    }
    faults = [
        f"{form}: {sorted(different)}" for form, different in answers.items() if len(different) > 1
    ]
    return {
        "requests": count * len(turns),
        "median_us": medians,
        "faults": faults + slower(medians) + site.troubles(),
    }


def slower(medians: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Return the forms whose answer times tell whether an account exists."""
    return [
        f"{form}: {dict(by_case)}"
        for form, by_case in medians.items()
        if max(by_case.values()) > (1 + TOLERANCE) * min(by_case.values())
    ]


def _ask(
    port: int, turn: int, cases: Sequence[Case], chance: random.Random
) -> Iterator[tuple[Case, float, str]]:
    """Submit each case's form; yield the case, the seconds, and status, target and cookies."""
    for case in cases:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        line.connect()
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **case.typed(turn)})
        headers = {
            "Host": "localhost",
            "Cookie": f"csrftoken={TOKEN}",
            "Content-Type": "application/x-www-form-urlencoded",
            "X-Forwarded-For": ".".join(str(chance.randint(1, 250)) for _ in range(4)),
        }
        began = time.perf_counter()
        line.request("POST", PATHS[case.form], body, headers)
        answer = line.getresponse()
        answer.read()
        seconds = time.perf_counter() - began
        line.close()
        cookies = sorted(
            value.partition("=")[0] for value in answer.headers.get_all("Set-Cookie", [])
        )
        yield case, seconds, f"{answer.status} {answer.headers['Location']} {cookies}"
