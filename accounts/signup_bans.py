"""Bans of sign-up with an end: by e-mail domain, and by the keyed hash of an address (IP).

A domain that is banned is refused where somebody signs up, a guest becomes a member, or a member
adds an address; so are its subdomains. From a banned address nobody signs up or becomes a guest.
Nothing of this keeps anybody out of an account that exists already.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.limits import client_address, visitor_of
from accounts.models import AccountEvent, SignupBan, User

if TYPE_CHECKING:
    from django.db.models import QuerySet

MAX_DAYS: Final = {SignupBan.Kind.DOMAIN: 365, SignupBan.Kind.ADDRESS: 30}
"""Maximum length of a ban in days, by its kind."""
SEEN_DAYS: Final = 30
"""Days for which an address counts as one that an account uses."""
MAX_ADDRESSES: Final = 16
"""Maximum number of addresses of one account that are looked at or banned, the latest first."""
MAX_SHARED: Final = 20
"""Number of other accounts at an address from which on it is too shared to be banned."""
MAX_SCANNED_SESSIONS: Final = 5000
"""Number of the latest IPv6 sessions in which accounts of the same network are looked for."""
MAX_REASON: Final = 300
MAIL_PROVIDERS: Final = frozenset(
    [
        "gmail.com",
        "googlemail.com",
        "outlook.com",
        "outlook.es",
        "hotmail.com",
        "hotmail.es",
        "hotmail.fr",
        "hotmail.it",
        "live.com",
        "msn.com",
        "yahoo.com",
        "yahoo.es",
        "yahoo.fr",
        "yahoo.it",
        "ymail.com",
        "icloud.com",
        "me.com",
        "mac.com",
        "proton.me",
        "protonmail.com",
        "pm.me",
        "gmx.com",
        "gmx.net",
        "gmx.de",
        "gmx.es",
        "web.de",
        "aol.com",
        "mail.com",
        "zoho.com",
        "yandex.com",
        "yandex.ru",
        "mail.ru",
        "tuta.com",
        "tutanota.com",
        "fastmail.com",
        "posteo.net",
        "posteo.de",
        "movistar.es",
        "telefonica.net",
        "terra.es",
        "orange.es",
        "vodafone.es",
        "ono.com",
        "euskaltel.net",
        "orange.fr",
        "wanadoo.fr",
        "free.fr",
        "laposte.net",
        "libero.it",
        "virgilio.it",
        "sapo.pt",
        "qq.com",
        "163.com",
        "naver.com",
        "duck.com",
        "privaterelay.appleid.com",
    ]
)
"""Public providers, whose domains are not banned: too many people have an address there."""
PUBLIC_SUFFIXES: Final = frozenset(
    [
        "co.uk",
        "org.uk",
        "ac.uk",
        "com.es",
        "org.es",
        "nom.es",
        "edu.es",
        "gob.es",
        "com.ar",
        "com.br",
        "com.mx",
        "com.co",
        "com.pe",
        "com.uy",
        "com.ve",
        "com.au",
        "co.jp",
        "co.kr",
        "co.in",
        "com.tr",
        "com.pt",
        "edu.pt",
        "eu.org",
    ]
)
"""Endings of two labels under which strangers have domains of their own."""


class SignupBanError(ValueError):
    """Refusal to make a ban of sign-ups; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class SignupBannedError(Exception):
    """Refusal to create an account or guest, as the visitor's IP address is banned for now."""

    def __init__(self, ban: SignupBan) -> None:
        super().__init__(str(ban))
        self.ban = ban


def running_bans() -> QuerySet[SignupBan]:
    """Return the bans of e-mail domains and IP addresses at sign-up that are in force now."""
    return SignupBan.objects.filter(lifted_at=None, ends_at__gt=timezone.now())


def email_domain(email: str) -> str:
    """Return the domain of an e-mail address as it is compared; empty without one.

    >>> email_domain("eva@Correo.Example."), email_domain("eva@ñu.example"), email_domain("")
    ('correo.example', 'xn--u-qga.example', '')
    """
    return _plain_domain(email.rpartition("@")[2]) if "@" in email else ""


def domains_over(domain: str) -> list[str]:
    """Return a domain and those above it that could be banned, the longest first.

    >>> domains_over("correo.malo.co.uk"), domains_over("gmail.com")
    (['correo.malo.co.uk', 'malo.co.uk'], [])
    """
    labels = domain.split(".")
    chains = [".".join(labels[start:]) for start in range(len(labels) - 1)]
    return [
        chain for chain in chains if chain not in MAIL_PROVIDERS and chain not in PUBLIC_SUFFIXES
    ]


def email_ban(email: str) -> SignupBan | None:
    """Return the ban of an e-mail address's domain, or of a domain above it; None without one."""
    labels = email_domain(email).split(".")
    chains = [".".join(labels[start:]) for start in range(len(labels))]
    bans = running_bans().filter(kind=SignupBan.Kind.DOMAIN, value__in=chains)
    return bans.order_by("-ends_at").first()


def address_ban(address: str) -> SignupBan | None:
    """Return the ban of an IP address (for IPv6 of its /64 network); None without one."""
    if not address:
        return None
    value = _address_digest(visitor_of(address))
    bans = running_bans().filter(kind=SignupBan.Kind.ADDRESS, value=value)
    return bans.order_by("-ends_at").first()


def check_email_domain(email: str) -> None:
    """Check that the domain of an e-mail address is not banned.

    Raises:
        ValidationError: it is; the text says until when, why, and how to object.
    """
    ban = email_ban(email)
    if ban is not None:
        raise ValidationError(ban_words(ban), code="banned_domain")


def check_visitor(request: HttpRequest) -> None:
    """Check that a visitor may sign up, or become a guest, from their IP address.

    Raises:
        SignupBannedError: the address is banned.
    """
    ban = address_ban(client_address(request))
    if ban is not None:
        raise SignupBannedError(ban)


def ban_words(ban: SignupBan) -> str:
    """Return the text for a person whom a sign-up ban refuses: until when, why, how to object."""
    words = {
        "domain": ban.value,
        "day": date_format(timezone.localtime(ban.ends_at), "DATE_FORMAT"),
    }
    if ban.kind == SignupBan.Kind.DOMAIN:
        what = _(
            "E-mail addresses of %(domain)s are refused until %(day)s: accounts with such "
            "addresses have broken the rules of conduct."
        )
    else:
        what = _(
            "No new accounts and no guests from your connection until %(day)s: accounts there have "
            "broken the rules of conduct. You can log in to an account that you have."
        )
    return f"{what % words} {_how_to_object()}"


def ban_domain(
    *, domain: str, days: int, reason: str, made_by: User | None, action: int
) -> SignupBan:
    """Refuse new accounts with an e-mail domain (or a subdomain) for some days; return the ban.

    `action` is the number of the decision in the moderators' log.

    Raises:
        SignupBanError: `no_reason_given`, `bad_length`, `bad_domain`, `public_provider`, or
            `banned_already`.
    """
    _check(SignupBan.Kind.DOMAIN, days, reason)
    plain = _plain_domain(domain)
    if "." not in plain:
        raise SignupBanError("bad_domain")
    if plain in MAIL_PROVIDERS or plain in PUBLIC_SUFFIXES:
        raise SignupBanError("public_provider")
    if running_bans().filter(kind=SignupBan.Kind.DOMAIN, value=plain).exists():
        raise SignupBanError("banned_already")
    return _made(SignupBan.Kind.DOMAIN, plain, days, reason, made_by, action)


def ban_addresses(
    *, user: User, days: int, reason: str, made_by: User | None, action: int
) -> list[SignupBan]:
    """Refuse new accounts and guests from where an account was used lately; return the bans.

    The bans last `days`; `action` is the number of the decision in the moderators' log. Only keyed
    hashes of the addresses are stored.

    Raises:
        SignupBanError: `no_reason_given`, `bad_length`, `unknown_place` where none is known,
            `banned_already`, or `too_shared` where MAX_SHARED others use them too.
    """
    _check(SignupBan.Kind.ADDRESS, days, reason)
    known = known_addresses(user)
    if not known:
        raise SignupBanError("unknown_place")
    if others_at(known, user) >= MAX_SHARED:
        raise SignupBanError("too_shared")
    digests = {_address_digest(address) for address in known}
    kind = SignupBan.Kind.ADDRESS
    digests -= set(running_bans().filter(kind=kind).values_list("value", flat=True))
    if not digests:
        raise SignupBanError("banned_already")
    return [_made(kind, digest, days, reason, made_by, action) for digest in sorted(digests)]


def lift_signup_bans(*, action: int, lifted_by: User | None) -> int:
    """Lift the running bans of a decision (its number in the log); return how many there were."""
    bans = running_bans().filter(action=action)
    return bans.update(lifted_at=timezone.now(), lifted_by=lifted_by)


def known_addresses(user: User) -> list[str]:
    """Return the IP addresses (`visitor_of` keys) that an account used in the last SEEN_DAYS."""
    since = timezone.now() - timedelta(days=SEEN_DAYS)
    sessions = UserSession.objects.filter(user=user, last_seen_at__gt=since)
    events = AccountEvent.objects.filter(user=user, at__gt=since).exclude(address=None)
    events = events.exclude(kind=AccountEvent.Kind.LOGIN_FAILED)  # perhaps somebody else's
    addresses = [
        *sessions.order_by("-last_seen_at").values_list("ip", flat=True)[:MAX_ADDRESSES],
        *events.order_by("-at").values_list("address", flat=True)[:MAX_ADDRESSES],
    ]
    return list(dict.fromkeys(visitor_of(str(address)) for address in addresses))[:MAX_ADDRESSES]


def others_at(known: Iterable[str], user: User) -> int:
    """Return the number of other accounts used from these addresses in the last SEEN_DAYS.

    `known` are `visitor_of` keys.
    """
    keys = set(known)
    since = timezone.now() - timedelta(days=SEEN_DAYS)
    sessions = UserSession.objects.filter(last_seen_at__gt=since).exclude(user=user)
    plain = [address for address in keys if ":" not in address]
    people = set(sessions.filter(ip__in=plain).values_list("user", flat=True)) if plain else set()
    if len(plain) < len(keys):
        rows = sessions.filter(ip__contains=":").order_by("-last_seen_at")
        pairs = rows.values_list("user", "ip")[:MAX_SCANNED_SESSIONS]
        people |= {who for who, ip in pairs if visitor_of(str(ip)) in keys}
    return len(people)


def others_with_domain(domain: str, user: User) -> int:
    """Return the number of other accounts with an e-mail address of exactly this domain."""
    return User.objects.filter(email__iendswith=f"@{domain}").exclude(pk=user.pk).count()


def _check(kind: str, days: int, reason: str) -> None:
    """Refuse a sign-up ban without a reason, or with a length that its kind cannot have.

    Raises:
        SignupBanError: `no_reason_given` or `bad_length`.
    """
    if not reason.strip():
        raise SignupBanError("no_reason_given")
    if not 1 <= days <= MAX_DAYS[SignupBan.Kind(kind)]:
        raise SignupBanError("bad_length")


def _made(
    kind: str, value: str, days: int, reason: str, made_by: User | None, action: int
) -> SignupBan:
    """Store a sign-up ban and return its row."""
    return SignupBan.objects.create(
        kind=kind,
        value=value,
        reason=reason.strip()[:MAX_REASON],
        ends_at=timezone.now() + timedelta(days=days),
        made_by=made_by,
        action=action,
    )


def _plain_domain(domain: str) -> str:
    """Return a domain in lower case and ASCII; "" for a text that is no domain."""
    try:
        return domain.strip().strip(".").lower().encode("idna").decode("ascii")
    except UnicodeError:
        return ""


def _address_digest(key: str) -> str:
    """Return the keyed hash of an IP address (a `visitor_of` key), made with SECRET_KEY."""
    return salted_hmac("accounts.signup_bans.address", key, algorithm="sha256").hexdigest()


def _how_to_object() -> str:
    """Return the sentence that moderators decided a ban, and whom to write to against it."""
    contact = settings.OPERATOR_CONTACT.removeprefix("mailto:")
    if not contact:
        return _("Moderators decided it. If it is wrong, write to whoever runs this site.")
    return _("Moderators decided it. If it is wrong, write to %(contact)s.") % {"contact": contact}
