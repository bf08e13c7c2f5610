"""Template tags for cards, faces and icons, with the same markup as the modules in `static/js`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.forms import CheckboxInput, RadioSelect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from accounts import preferences
from accounts.faces import face_of
from games import rules_text
from games.common import card_names as cardnames
from games.common.house_bots import house_level
from games.wording.phrases import phrase_words

if TYPE_CHECKING:
    from django.forms import BaseForm, BoundField
    from django.template import Context

register = template.Library()

BACK: Final = "back"
"""The code of a card's back, as its file and symbols are named."""

CARD_BOX: Final = "0 0 208 322"
"""The `viewBox` of a card's drawing."""

FRENCH_SUITS: Final = {"O": "D", "C": "H", "E": "S", "B": "C"}
"""The letter of a French suit in the sprite's ids, by the letter of the Spanish suit."""


def symbol_id(code: str, deck: str, size: str = "full", faces: str = "kqj") -> str:
    """Return the id of a card's symbol in the SVG sprite of a deck; `faces` is `deck.french`."""
    extra = code in cardnames.OTHER_NAMES
    if deck == "classic":
        return f"card-{code}" if extra else f"small-{code}" if size == "small" else code
    if deck == "french" and not extra:
        code = FRENCH_SUITS[code[0]] + cardnames.card_rank(code, faces)
    return f"{deck}-{code}"


register.filter("phrase_words", phrase_words)


@register.simple_tag(takes_context=True)
def card_face(
    context: Context, code: str, size: str = "full", *, hidden: bool = False, faces: str = ""
) -> SafeString:
    """Return the drawing of a card in the reader's deck, without the element that sizes it.

    Pass `hidden` where the card's name stands beside the drawing, and `size="small"` for drawings
    under 84 px. `faces` (the option `deck.french`) says which French cards stand for the Spanish
    ones. Without `faces` a reader of the French deck gets the classic one, as the page names
    Spanish cards.
    """
    deck = "french" if faces else (context.get("preferences") or {}).get("deck", "classic")
    if deck == "french" and not faces:
        deck = "classic"
    label = mark_safe(' aria-hidden="true"') if hidden else _image_label(code, faces)
    href = f"{static(f'cards/{deck}.svg')}#{symbol_id(code, deck, size, faces or 'kqj')}"
    return format_html('<svg viewBox="{}"{}><use href="{}"/></svg>', CARD_BOX, label, href)


def _image_label(code: str, faces: str) -> SafeString:
    """Return the attributes that name the drawing of a card to those who do not see it."""
    name = cardnames.card_name(code, faces or cardnames.SPANISH)
    return format_html(' role="img" aria-label="{}"', name)


@register.inclusion_tag("_components/card.html", takes_context=True)
def card(context: Context, code: str, face: str = "full", size: str = "") -> dict[str, Any]:
    """Draw a card by its code; `size` is the CSS class `s` or `m`, or "": `--card` is the width."""
    return {
        "code": code,
        "face": face,
        "size": size,
        "preferences": context.get("preferences"),
    }


@register.simple_tag(takes_context=True)
def page_card(
    context: Context,
    code: str,
    extra: str = "",
    *,
    hidden: bool = False,
    eager: bool = False,
    faces: str = "",
    size: str = "full",
) -> SafeString:
    """Return a card of the reader's deck for a page with some cards, with its element of class `card`.

    The classic deck comes as one small file for each card, fetched when it is in sight, or at once
    if `eager`. `extra` is another CSS class. Pass `hidden` where the card's name stands beside it,
    and `faces` and `size` as for `card_face`.
    """
    classes = f"card {extra}".strip()
    deck = (context.get("preferences") or {}).get("deck", "classic")
    if faces or deck not in {"classic", "french"}:
        face = card_face(context, code, size, hidden=hidden, faces=faces)
        return format_html('<span class="{}">{}</span>', classes, face)
    name = "" if hidden or code == BACK else cardnames.card_name(code, cardnames.SPANISH)
    drawing = f"small-{code}" if size == "small" else code
    return format_html(
        '<span class="{}"><img src="{}" width="208" height="322" alt="{}" decoding="async"{}></span>',
        classes,
        static(f"cards/classic/{drawing}.svg"),
        name,
        "" if eager else mark_safe(' loading="lazy"'),
    )


@register.inclusion_tag("_components/pack.html", takes_context=True)
def pack(context: Context, turned: str, label: str, faces: str = "") -> dict[str, Any]:
    """Draw the stock with the turned card (its code; "" for none) under it, as one named image."""
    return {
        "turned": turned,
        "label": label,
        "faces": faces,
        "preferences": context.get("preferences"),
    }


@register.inclusion_tag("_components/gauge.html")
def gauge(part: float, whole: float, label: str = "") -> dict[str, Any]:
    """Draw a bar of which `part` of `whole` is filled; without a label it is hidden from speech."""
    return {"width": round(100 * part / whole, 1) if whole else 0, "label": label}


@register.simple_tag
def deck_sample(deck: str) -> SafeString:
    """Return a picture of two cards of a deck, for a control that chooses the deck."""
    url = static(f"cards/samples/{deck}.svg")
    return format_html('<img src="{}" width="108" height="80" alt="" loading="lazy">', url)


@register.simple_tag
def suit(letter: str, *, french: bool = False) -> SafeString:
    """Return the HTML of a suit's glyph from the suit's letter, hidden from screen readers."""
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
    """Return a line icon, hidden from screen readers: the control around it has a name."""
    href = f"{static('img/icons.svg')}#{name}"
    classes = f"i {extra}".strip()
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}"/></svg>', classes, href)


@register.simple_tag
def script(name: str) -> SafeString:
    """Return the HTML elements that load a page's script by name.

    Where static files were collected this is one bundle in the page's language, else (while
    developing) the module and a catalogue of its texts.
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
    """Return the HTML element that loads a script before the browser draws the page.

    The script must be bundled, import nothing and have no texts. It is no module, as Firefox draws
    a page before its modules have run, whatever `blocking` says. Where files were not collected the
    source is loaded as a module nevertheless, as it is one.
    """
    collected = getattr(staticfiles_storage, "hashed_files", {})
    if collected and not settings.DEBUG:
        return format_html('<script src="{}"></script>', static(name))
    return format_html('<script type="module" src="{}" blocking="render"></script>', static(name))


@register.simple_tag
def sign(name: str) -> SafeString:
    """Return the drawing of a face that makes the sign of this name."""
    href = f"{static('cards/signs.svg')}#sign-{name}"
    return format_html('<svg class="face" aria-hidden="true"><use href="{}"/></svg>', href)


def _tile_href(context: Context, key: object, face: str) -> str:
    """Return the URL of the SVG symbol that draws a player's face, chosen as in `tile`."""
    chosen = context.get("chosen_faces") or {}
    return f"{static('img/tiles.svg')}#{face or chosen.get(key) or house_level(str(key)) or face_of(key)}"


@register.simple_tag(takes_context=True)
def tile_face(context: Context, key: object, face: str = "") -> SafeString:
    """Return the picture of a player's face (as in `tile`) alone, for an element of class `ava`."""
    href = _tile_href(context, key, face)
    return format_html('<svg class="tile" aria-hidden="true"><use href="{}"/></svg>', href)


@register.simple_tag(takes_context=True)
def tile(context: Context, key: object, size: str = "", face: str = "") -> SafeString:
    """Return a player's tile (a picture), computed from `key`; `size` is `xs` or `xl`.

    The face is `face` where that is given, else the one that the player chose, if the page's
    context has it among its `chosen_faces` (by name), else a house bot's tree, else the one
    computed from the key.
    """
    href = _tile_href(context, key, face)
    return format_html(
        '<span class="{}"><svg class="tile" aria-hidden="true"><use href="{}"/></svg></span>',
        f"ava {size}".strip(),
        href,
    )


@register.simple_tag
def tree(level: str) -> SafeString:
    """Return the drawing of the tree that stands for a level of the house's bots, hidden from speech."""
    href = f"{static('img/tiles.svg')}#tree-{level}"
    return format_html('<svg class="tree" aria-hidden="true"><use href="{}"/></svg>', href)


@register.simple_tag
def scene(name: str) -> SafeString:
    """Return one of the still lifes of `static/img/scenes.svg`, hidden from speech."""
    href = f"{static('img/scenes.svg')}#{name}"
    return format_html(
        '<svg class="scene" viewBox="0 0 200 140" aria-hidden="true"><use href="{}"/></svg>', href
    )


# The tag of a message's level, its class and its icon.
NOTES: Final = {
    "success": ("ok", "check"),
    "warning": ("warn", "warn"),
    "error": ("bad", "warn"),
}


@register.filter
def preference_text(chosen: dict[str, str] | None) -> str:
    """Return a reader's preferences (name -> value) as their cookie has them, for a script."""
    return preferences.write(chosen or preferences.DEFAULTS)


@register.filter
def note_class(level: str) -> str:
    """Return the CSS class of a note on the page, by the level of a Django message."""
    return NOTES.get(level, ("", "info"))[0]


@register.filter
def note_icon(level: str) -> str:
    """Return the name of a note's icon, by the level of a Django message."""
    return NOTES.get(level, ("", "info"))[1]


@register.filter
def widget_kind(field: BoundField) -> str:
    """Return the layout of a form's field: `hidden`, `check`, `group` (of choices) or `line`."""
    widget = field.field.widget
    if widget.is_hidden:
        return "hidden"
    if isinstance(widget, CheckboxInput):
        return "check"
    return "group" if isinstance(widget, RadioSelect) else "line"


@register.filter
def wrong_fields(form: BaseForm) -> list[BoundField]:
    """Return a form's visible fields that have errors, in the form's order."""
    return [field for field in form.visible_fields() if field.errors]


@register.filter
def general_errors(form: BaseForm) -> list[str]:
    """Return the errors of a form that belong to no visible field."""
    hidden = [str(error) for field in form.hidden_fields() for error in field.errors]
    return [*map(str, form.non_field_errors()), *hidden]
