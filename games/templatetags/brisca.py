"""Cards, faces and icons for templates: the same markup that the modules in `static/js` produce."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.forms import CheckboxInput, RadioSelect
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts import preferences
from accounts.faces import face_of
from games import cardnames, rules_text
from games.selectors.lobby import main_rating

if TYPE_CHECKING:
    from django.forms import BaseForm, BoundField
    from django.template import Context
    from django.utils.functional import _StrPromise

register = template.Library()

CARD_BOX: Final = "0 0 208 322"

FRENCH_SUITS: Final = {"O": "D", "C": "H", "E": "S", "B": "C"}


def symbol_id(code: str, deck: str, size: str = "full", faces: str = "kqj") -> str:
    """Return the id of a card's symbol in the sprite of a deck; `static/js/lib/sprites.js` too."""
    extra = code in cardnames.OTHER_NAMES
    if deck == "classic":
        return f"card-{code}" if extra else f"small-{code}" if size == "small" else code
    if deck == "french" and not extra:
        code = FRENCH_SUITS[code[0]] + cardnames.card_rank(code, faces)
    return f"{deck}-{code}"


@register.simple_tag(takes_context=True)
def card_face(
    context: Context, code: str, size: str = "full", *, hidden: bool = False, faces: str = ""
) -> SafeString:
    """Draw a card of the reader's deck without the element that sizes it.

    `hidden` where the name stands beside it; `size` is `small` under 84 px. `faces` says which
    French cards stand for the Spanish ones, in games that are played with those: else a page, which
    says the names of Spanish cards, shows no French ones.
    """
    deck = "french" if faces else (context.get("preferences") or {}).get("deck", "classic")
    if deck == "french" and not faces:
        deck = "classic"
    label = (
        mark_safe(' aria-hidden="true"')
        if hidden
        else format_html(
            ' role="img" aria-label="{}"', cardnames.card_name(code, faces or cardnames.SPANISH)
        )
    )
    href = f"{static(f'cards/{deck}.svg')}#{symbol_id(code, deck, size, faces or 'kqj')}"
    return format_html('<svg viewBox="{}"{}><use href="{}"/></svg>', CARD_BOX, label, href)


@register.inclusion_tag("_components/card.html", takes_context=True)
def card(context: Context, code: str, face: str = "full", size: str = "") -> dict[str, Any]:
    """Draw a card by its code; `size` is a class, `s` or `m`, without it the width is `--card`."""
    return {
        "code": code,
        "face": face,
        "size": size,
        "preferences": context.get("preferences"),
    }


@register.simple_tag
def card_picture(code: str) -> SafeString:
    """Draw a card of the classic deck from a file of its own, where not the whole deck is wanted.

    It is fetched only where it shows, and has no name: for what is there for its looks.
    """
    url = static(f"cards/classic/{code}.svg")
    image = (
        '<span class="card"><img src="{}" width="208" height="322" alt="" loading="lazy"></span>'
    )
    return format_html(image, url)


@register.simple_tag
def deck_sample(deck: str) -> SafeString:
    """Draw two cards of a deck, for where one is chosen."""
    url = static(f"cards/samples/{deck}.svg")
    return format_html('<img src="{}" width="108" height="80" alt="" loading="lazy">', url)


@register.simple_tag
def suit(letter: str, *, french: bool = False) -> SafeString:
    """Draw the glyph of a suit, without a name: the word stands beside it."""
    if french:
        mark = cardnames.SUIT_MARKS[letter]
        span = '<span class="suit" data-s="{}" aria-hidden="true">{}</span>'
        return format_html(span, letter, mark)
    href = f"{static('img/icons.svg')}#{letter}"
    return format_html(
        '<svg class="suit" data-s="{}" aria-hidden="true"><use href="{}"/></svg>', letter, href
    )


@register.filter
def preset_title(preset: str) -> str:
    """Return the name of a preset in the language of the page."""
    return rules_text.preset_title(preset)


@register.simple_tag
def icon(name: str, extra: str = "") -> SafeString:
    """Draw a line icon, without a name: the control that holds it has one."""
    href = f"{static('img/icons.svg')}#{name}"
    classes = f"i {extra}".strip()
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}"/></svg>', classes, href)


@register.simple_tag
def script(name: str) -> SafeString:
    """Load the script of a page: its bundle in the page's language, or module by module.

    Where files were not collected (while developing) the texts come in a catalogue of their own.
    """
    language = get_language() or ""
    collected = getattr(staticfiles_storage, "hashed_files", {})
    within = name.removesuffix(".js") + f".{language}.js"
    if collected and not settings.DEBUG:
        chosen = within if within in collected else name
        return format_html('<script type="module" src="{}"></script>', static(chosen))
    return format_html(
        '<script src="{}"></script><script type="module" src="{}"></script>',
        reverse("javascript-catalog", args=[language]),
        static(name),
    )


@register.simple_tag
def early_script(name: str) -> SafeString:
    """Load a script before anything is drawn: one that is bundled, imports nothing and has no texts.

    No module, as Firefox draws a page before its modules have run, whatever `blocking` says. Where files
    were not collected it is one nevertheless, as its source is.
    """
    collected = getattr(staticfiles_storage, "hashed_files", {})
    if collected and not settings.DEBUG:
        return format_html('<script src="{}"></script>', static(name))
    return format_html('<script type="module" src="{}" blocking="render"></script>', static(name))


@register.simple_tag
def sign(name: str) -> SafeString:
    """Draw the face that makes a sign."""
    href = f"{static('cards/signs.svg')}#sign-{name}"
    return format_html('<svg class="face" aria-hidden="true"><use href="{}"/></svg>', href)


def _tile_href(context: Context, key: object, face: str) -> str:
    chosen = context.get("chosen_faces") or {}
    return f"{static('img/tiles.svg')}#{face or chosen.get(key) or face_of(key)}"


@register.simple_tag(takes_context=True)
def tile_face(context: Context, key: object, face: str = "") -> SafeString:
    """Draw somebody's tile alone, for an element that has the class `ava` and says more of them."""
    href = _tile_href(context, key, face)
    return format_html('<svg class="tile" aria-hidden="true"><use href="{}"/></svg>', href)


@register.simple_tag(takes_context=True)
def tile(context: Context, key: object, size: str = "", face: str = "") -> SafeString:
    """Draw somebody's face; `size` is `xs` or `xl`.

    It is the one given, else the one that they chose, if the page's context has it among its
    `chosen_faces` (by name), else the one that the key leads to.
    """
    href = _tile_href(context, key, face)
    return format_html(
        '<span class="{}"><svg class="tile" aria-hidden="true"><use href="{}"/></svg></span>',
        f"ava {size}".strip(),
        href,
    )


class Section(NamedTuple):
    """A part of the site that the navigation leads to."""

    view: str
    icon: str
    label: _StrPromise
    others: tuple[str, ...] = ()


class Link(NamedTuple):
    """A link of the navigation as the template shows it."""

    url: str
    label: str
    icon: str = ""
    current: bool = False


class You(NamedTuple):
    """Who reads the page; `rating` is that of the kind of match they play most."""

    name: str
    key: str
    url: str
    rating: int | None


SECTIONS: Final = (
    Section("lobby", "cards", _("Play"), ("table", "table_new", "games")),
    Section("match_list", "undo", _("Matches"), ("match",)),
    Section("people", "users", _("Community"), ("leaderboard", "player", "report")),
    Section(
        "learn",
        "book",
        _("Learn"),
        (
            *("lesson", "rules", "rules_preset", "ruleset", "daily", "daily_day"),
            *("puzzle", "puzzle_of", "exercises", "exercise"),
        ),
    ),
)
COMMUNITY: Final = (
    Section("people", "users", _("People")),
    Section("leaderboard", "trophy", _("Leaderboard")),
)
FOOTER: Final = (
    Section("rules", "book", _("Rules")),
    Section("fairness", "shield", _("How the deck is shuffled")),
    Section("privacy", "shield", _("What we keep")),
    Section("developers", "link", _("Data and API")),
)


def _url(view: str, *args: object) -> str:
    """Return the address of a view, or nothing where the site does not have it."""
    try:
        return reverse(view, args=args)
    except NoReverseMatch:
        return ""


def _view(context: Context) -> str:
    """Return the name of the view that shows the page, with its namespace."""
    match = getattr(context.get("request"), "resolver_match", None)
    return str(match.view_name) if match else ""


@register.simple_tag(takes_context=True)
def you(context: Context) -> You | None:
    """Return who reads the page, or nothing for somebody who has not come in."""
    user: Any = context.get("user")
    if user is None or not user.is_authenticated:
        return None
    name = str(getattr(user, "display_name", "") or user.get_username())
    url = _url("player", user.get_username()) if not getattr(user, "is_guest", False) else ""
    return You(name, str(user.get_username()), url, main_rating(user.pk))


@register.simple_tag(takes_context=True)
def tabs(context: Context) -> list[Link]:
    """Return the sections of the navigation."""
    return _links(SECTIONS, _view(context))


@register.simple_tag(takes_context=True)
def community_tabs(context: Context) -> list[Link]:
    """Return the pages about people, which lead to each other."""
    return _links(COMMUNITY, _view(context))


@register.simple_tag
def footer_links() -> list[Link]:
    """Return the links under every page."""
    return _links(FOOTER, "")


def _links(parts: tuple[Section, ...], here: str) -> list[Link]:
    """Return the sections that the site has, with the one of the view `here` marked."""
    return [
        Link(url, str(part.label), part.icon, here in (part.view, *part.others))
        for part in parts
        if (url := _url(part.view))
    ]


# The tag of a message's level, its class and its icon.
NOTES: Final = {
    "success": ("ok", "check"),
    "warning": ("warn", "warn"),
    "error": ("bad", "warn"),
}


@register.filter
def preference_text(chosen: dict[str, str] | None) -> str:
    """Return preferences as a page hands them to its script: as in the cookie."""
    return preferences.write(chosen or preferences.DEFAULTS)


@register.filter
def note_class(level: str) -> str:
    """Return the class of a note for the level of a message."""
    return NOTES.get(level, ("", "info"))[0]


@register.filter
def note_icon(level: str) -> str:
    """Return the icon of a note for the level of a message."""
    return NOTES.get(level, ("", "info"))[1]


@register.filter
def widget_kind(field: BoundField) -> str:
    """Return how a field is laid out: `hidden`, `check`, `group` (of choices) or `line`."""
    widget = field.field.widget
    if widget.is_hidden:
        return "hidden"
    if isinstance(widget, CheckboxInput):
        return "check"
    return "group" if isinstance(widget, RadioSelect) else "line"


@register.filter
def wrong_fields(form: BaseForm) -> list[BoundField]:
    """Return the fields of a form that somebody filled in wrongly, in their order."""
    return [field for field in form.visible_fields() if field.errors]


@register.filter
def general_errors(form: BaseForm) -> list[str]:
    """Return what is wrong with a form that no field in sight can say."""
    hidden = [str(error) for field in form.hidden_fields() for error in field.errors]
    return [*map(str, form.non_field_errors()), *hidden]
