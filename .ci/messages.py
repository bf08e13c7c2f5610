"""Collects every text of the site into locale/, with Python alone.

    messages.py            update the .po files from the sources
    messages.py --fill L   the same, with every text in the catalogues of a language that is begun
    messages.py --where W  say in which files the texts stand that hold these words
    messages.py --check    say what is missing, untranslated, fuzzy or out of date; 1 where any is

English is the language of the sources, so it needs no catalogue. Templates go through Django's own
`templatize`; scripts are read for their calls with literal texts, which is what the page's own
`gettext` allows.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from fnmatch import fnmatch
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from brisca_site import script_texts  # noqa: E402 - found from wherever this is called
from brisca_site.base import languages  # noqa: E402 - found from wherever this is called

SOURCE = "en"
COMPLETE = tuple(code for code, _name in languages.COMPLETE if code != SOURCE)
"""Languages in which nothing may be missing."""
BEGUN = tuple(code for code, _name in languages.BEGUN)
"""Languages that lack texts: only what is translated stands in their catalogues."""
LANGUAGES = (*COMPLETE, *BEGUN)
WHERE_PEOPLE_PLAY = (
    "static/js/*", "templates/base.html", "templates/_components/*", "templates/errors/*",
    "templates/429.html", "templates/account/login.html", "templates/account/signup.html",
    "templates/games/lobby.html", "templates/games/_lobby_*", "templates/games/_tables.html",
    "templates/games/games.html", "templates/games/_games*.html", "templates/games/table*.html", "templates/games/_table_*",
    "templates/games/_who_sits.html", "templates/games/_option.html", "templates/games/_names.html",
    "templates/games/_offer.html", "templates/games/invite*.html", "templates/games/_trick_list.html",
    "templates/games/rule*.html", "templates/games/_rule*.html", "templates/games/_signs.html", "templates/games/learn.html",
    "templates/games/lesson*.html",
    *(f"games/rules_text/{name}.py" for name in (
        "choice", "clauses", "clocks", "counting", "dealing", "facts", "groups",
        "options", "playing", "presets", "readable_rules", "refusals",
    )),
    "games/wording/invitation_refusals.py", "games/wording/reasons.py",
    "games/common/card_names.py", "games/live/*", "games/templatetags/brisca.py", "games/templatetags/page_frame.py", "games/site/learn.py", "games/pages/tables.py",
    "games/pages/invite.py", "games/pages/invite_late.py", "games/pages/charts/rule_pictures.py", "games/pages/wording/games.py",
    "games/pages/wording/lesson.py", "games/pages/wording/lobby.py", "games/pages/wording/tables.py",
    "games/pages/wording/rating_range.py", "games/pages/wording/rules_history.py",
    "games/pages/forms/choosing.py", "games/pages/forms/open_table.py", "games/pages/forms/parts.py",
    "games/pages/forms/quick_play.py", "games/pages/forms/rating_fields.py",
    "games/pages/forms/seat.py", "games/pages/forms/start.py", "brisca_site/base/languages.py",
)  # fmt: skip
"""Files of the table, the lobby, the rules and the lesson: languages that await a reader have all their texts."""
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in every header, so that catalogues change only where their texts do."""
KEYWORDS = {
    "_": None,
    "_t": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}

Found = tuple[str, int, str | tuple[str, str], list[str], str | None]


def python_texts() -> Iterator[Found]:
    """Texts of the Python sources: file, line, text, notes, context."""
    for folder in ("accounts", "brisca_site", "games"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            with path.open("rb") as source:
                for line, text, notes, context in extract("python", source, keywords=KEYWORDS):
                    yield _name(path), line, text, notes, context


def template_texts() -> Iterator[Found]:
    """Texts of the templates."""
    for path in sorted((ROOT / "templates").rglob("*.html")) + sorted(
        (ROOT / "templates").rglob("*.txt")
    ):
        made = templatize(path.read_text(), origin=str(path))
        lines = "\n".join(line.strip() for line in made.split("\n"))
        found = extract("python", io.BytesIO(lines.encode()), keywords=KEYWORDS)
        for line, text, notes, context in found:
            yield _name(path), line, text, notes, context


def texts_of_scripts() -> Iterator[Found]:
    """Texts of the page's modules."""
    for path in sorted((ROOT / "static" / "js").rglob("*.js")):
        source = path.read_text()
        for offset, text, context in script_texts.find_texts(source):
            yield _name(path), source.count("\n", 0, offset) + 1, text, [], context


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def collected(domain: str) -> Catalog:
    """The template of a domain: every text of the sources."""
    found = texts_of_scripts() if domain == "djangojs" else _both()
    template = Catalog(project="Brisca", charset="utf-8")
    for file, _line_number, text, notes, context in found:
        if text and (not isinstance(text, tuple) or text[0]):
            template.add(text, locations=[(file, 0)], auto_comments=notes, context=context)
    return template


def _both() -> Iterator[Found]:
    yield from python_texts()
    yield from template_texts()


def po_path(language: str, domain: str) -> Path:
    """Where the catalogue of a language stands."""
    return ROOT / "locale" / language / "LC_MESSAGES" / f"{domain}.po"


def catalogue(language: str, domain: str) -> Catalog:
    """The catalogue as it is, or an empty one."""
    path = po_path(language, domain)
    if not path.exists():
        return Catalog(locale=language, domain=domain, charset="utf-8")
    with path.open("rb") as source:
        return read_po(source, locale=language, domain=domain)


def update(filled: str = "") -> None:
    """Bring the .po files up to the sources.

    `filled` is the language that is begun whose translator wants every text.
    """
    for domain in ("django", "djangojs"):
        template = collected(domain)
        for language in LANGUAGES:
            made = catalogue(language, domain)
            made.update(template, no_fuzzy_matching=True, update_header_comment=False)
            made.obsolete.clear()
            waiting = untranslated(made)
            if language in BEGUN and language != filled:
                drop_untranslated(made)
            made.header_comment = f"# Texts of the site, {language}."
            made.revision_date = made.creation_date = FIRST
            path = po_path(language, domain)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(written(made))
            print(f"{_name(path)}: {len(template)} texts, {len(waiting)} to translate")


def drop_untranslated(made: Catalog) -> None:
    """Take the texts out that are not translated."""
    for message in [message for message in made if message.id and _open(message)]:
        made.delete(message.id, message.context)


def written(made: Catalog) -> bytes:
    """The catalogue as a file, without what follows from the texts themselves.

    Where a text stands would be a third of it (`--where` says that); that a text holds names is seen.
    """
    target = io.BytesIO()
    write_po(target, made, width=0, sort_output=True, no_location=True)
    return target.getvalue().replace(b"#, python-format\n", b"")


def _is_met_in_play(message: Message) -> bool:
    """Return whether a text stands in a file of the table, the lobby, the rules or the lesson."""
    files = {file for file, _line in message.locations}
    return any(fnmatch(file, part) for file in files for part in WHERE_PEOPLE_PLAY)


def _open(message: Message) -> bool:
    """Whether a text is still to be translated."""
    strings = message.string if isinstance(message.string, tuple | list) else [message.string]
    return bool(message.fuzzy or not all(strings))


def untranslated(made: Catalog) -> list[str]:
    """Texts that are not translated."""
    found = [message.id for message in made if message.id and _open(message)]
    return [f"not translated: {(one if isinstance(one, str) else one[0])!r}" for one in found]


def problems(made: Catalog) -> list[str]:
    """Texts that are not translated, or whose names do not agree with the source."""
    wrong = untranslated(made)
    for message in made:
        if not message.id or _open(message):
            continue
        strings = message.string if isinstance(message.string, tuple | list) else [message.string]
        ids = message.id if isinstance(message.id, tuple | list) else [message.id]
        names = [set(re.findall(r"%\(\w+\)[sd]", text)) for text in (*ids, *strings)]
        if len(set.union(*names)) > max(len(one) for one in names[: len(ids)]):
            wrong.append(f"other names: {ids[0]!r}")
        elif ids[-1] and names[len(ids) - 1] - set.union(*names[len(ids) :]):
            wrong.append(f"a name is missing: {ids[0]!r}")
    return wrong


def check() -> list[str]:
    """Everything that is wrong with the catalogues, a line each."""
    wrong = []
    for domain in ("django", "djangojs"):
        template = [message for message in collected(domain) if message.id]
        wanted = {(message.id, message.context) for message in template}
        to_play = {
            (message.id, message.context) for message in template if _is_met_in_play(message)
        }
        for language in LANGUAGES:
            made = catalogue(language, domain)
            name = f"{language} {domain}"
            held = {(message.id, message.context) for message in made if message.id}
            missing = (wanted if language in COMPLETE else to_play) - held
            if language in COMPLETE or language in languages.AWAITING_READER:
                wrong += [f"{name}: missing {key[0]!r}" for key in sorted(missing, key=str)]
            still = set() if language in COMPLETE else set(untranslated(made))
            wrong += [f"{name}: {line}" for line in problems(made) if line not in still]
    return wrong


def where(part: str) -> list[str]:
    """The texts that hold these words, each with the files in which it stands."""
    found = []
    for domain in ("django", "djangojs"):
        for message in collected(domain):
            text = message.id if isinstance(message.id, str) else message.id[0]
            if message.id and part.lower() in text.lower():
                files = ", ".join(sorted({file for file, _line in message.locations}))
                found.append(f"{text!r}: {files}")
    return found


if __name__ == "__main__":
    if "--where" in sys.argv[1:]:
        print("\n".join(where(sys.argv[-1])) or "no text holds these words")
        sys.exit()
    if "--check" in sys.argv[1:]:
        found_wrong = check()
        print("\n".join(found_wrong) or "every text is translated")
        sys.exit(bool(found_wrong))
    update(sys.argv[-1] if "--fill" in sys.argv[1:] else "")
