"""Names that look alike, mix scripts or show nothing."""

from __future__ import annotations

import hashlib
import json
import sys
import unicodedata

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts import skeletons
from accounts.models import User
from accounts.names import checked_name
from accounts.scripts import is_in_one_script
from accounts.skeletons import name_key, name_skeleton, skeleton
from tests.accounts.support import takes_name
from tests.support import forked

pytestmark = pytest.mark.django_db

PAIRS = """
paypal pаypal|paypal рaypal|Ana22cd Anа22cd|Ana22cd Аna22cd|leo0 leoO|leo0 LEO0|leo0 leoo|l1l lIl
Ian lan|Ian 1an|lan 1an|Paul PauI|paul pau1|Paul Pau1|PauI pau1|modern rnodern|modern modem|corn com
Carmen Carrnen|Marta rnarta|marta rnarta|Tomas Tornas|Emma Ernma|Emma Ernrna|B0b Bob|b0b BOB|Rocio R0ci0
Olga 0lga|Lola l0la|Lola Io1a|Lluis LIuis|Lluis L1uis|Elena Eleпa|Elena Еlena|Elena ЕIена|copa сора
Copa СОРА|copa СОРА|Poca Роса|cep сер|xop хор|HBO НВО|hbo HBO|Maria MARIA|Éana éana|ÉANA éana
Núria NÚRIA|Ñora ñora|Çelik çelik|Ølga ølga|Ünal ünal|Слава слава|Ελένη ελένη|ΕΛΕΝΗ ελενη
Straße STRASSE|straße strasse|Ｌucia Lucia|Ｌｕｃｉａ Lucia|①Ana 1Ana|Ana² Ana2|ﬁlo filo|Ana22 Αna22
Tania Τania|KATIA КATIA|Katia Κatia|Nika Νika|Xoan Χoan|Xoan Хoan|Toni Tоni|toni tοni|Pep Рep|pep рep|pep pеp
Hugo Ηugo|Hugo Нugo|Yago Υago|Ivan Іvan|Ivan Ӏvan|lvan Ivan|Zoe Ζoe|Bea Βea|Bea Вea|sara ѕara|jordi јordi
jordi ϳordi|ines іnes|dora ԁora|quim ԛuim|wanda ԝanda|vera νera|vera ѵera|rita гita|yago уago|guillem ɡuillem
ana ɑna|oier οier|oier օier|oier ഠier|hana һana|hana հana|nuria ոuria|uxue սxue|Sara Ѕara|Sara Տara
Mateo Μateo|Mateo Мateo|Eva Εva|Eva Еva|Oscar Ο5car|Oscar 0scar|Pau Ρau|Pau Рau|Clara СIara
Lucia Lucіa|Lucia Lucıa|lucia luciа|Mireia Мireia|jan јan|xavi хavi|xavi χavi|pol роl|pol рol|biel ЬieI
Lil LiI|Lil Li1|lill 1i11|Illa lIla|Illa 1lla|Roman Rornan|burn bum|turno tumo|Armand Arrnand
"""


def pairs() -> list[tuple[str, str]]:
    lines = PAIRS.strip().replace("\n", "|").split("|")
    return [(one, other) for one, other in (line.split() for line in lines)]


def test_there_are_a_hundred_pairs():
    assert len(set(pairs())) >= 100


@pytest.mark.parametrize(("one", "other"), pairs())
def test_of_two_names_that_look_alike_one_is_there_at_most(one, other):
    assert [takes_name(one), takes_name(other)].count(True) <= 1
    User.objects.all().delete()
    assert [takes_name(other), takes_name(one)].count(True) <= 1


@pytest.mark.parametrize(("one", "other"), pairs())
def test_the_database_refuses_the_second_of_two_alike(one, other):
    names = [unicodedata.normalize("NFKC", name) for name in (one, other)]
    if not all(is_in_one_script(name) for name in names):
        return
    User.objects.create(username=names[0])
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username=names[1])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lucia", "Lucía"), ("ian", "lan"), ("Ali", "All"), ("Ana", "Anna"), ("nora", "hora"),
        ("Marc", "Mark"), ("Invitado1", "Invitado2"), ("pep-1", "pep.1"), ("Нина", "Nina"),
    ],
)  # fmt: skip
def test_names_that_can_be_told_apart_can_both_be_had(one, other):
    assert takes_name(one)
    assert takes_name(other)


# -- the skeleton ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "alike",
    ["paypal pаypal раураl", "rn m ⅿ", "0 O Ο О", "l 1 I | Ι І Ӏ", "s ѕ", "scope ѕсоре", "Ø Ø"],
)
def test_skeletons_of_known_look_alikes_are_the_same(alike):
    assert len({name_skeleton(name) for name in alike.split()}) == 1


def test_the_table_is_the_one_that_stored_skeletons_were_made_with():
    """With another table, a migration has to compute `name_skeleton` of all accounts anew."""
    table = json.dumps(sorted(skeletons._prototypes().items()))
    digest = hashlib.sha256(table.encode()).hexdigest()
    assert digest == "9ef61702835feb2f2ccf3ea7a268e291401e4921ed6c0b336ca16e3504a97e31"


@given(st.text(max_size=24))
def test_a_skeleton_is_its_own_skeleton(text):
    assert skeleton(skeleton(text)) == skeleton(text)


@given(st.text(max_size=24))
def test_what_names_are_compared_by_fits_and_does_not_depend_on_composition(text):
    composed, apart = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert name_skeleton(composed) == name_skeleton(apart)
    assert name_key(composed) == name_key(apart)
    assert name_key(name_key(text)) == name_key(text)


LETTERS = st.text(st.characters(categories=("Lu", "Ll", "Lo", "Nd")), min_size=2, max_size=24)


@given(name=LETTERS)
def test_names_that_can_be_had_fit_their_columns_show_something_and_are_in_one_script(name):
    try:
        kept = checked_name(name)
    except ValidationError:
        return
    assert max(len(name_key(kept)), len(name_skeleton(kept))) < 250
    assert is_in_one_script(kept)
    assert skeletons.DUPLICATE_MARK not in name_key(kept) + name_skeleton(kept)
    assert any(char.isalnum() for char in kept)


@given(name=LETTERS)
def test_a_name_in_another_case_is_the_same_name(name):
    upper, lower = name.upper(), name.lower()
    if upper.lower() == lower:
        assert name_key(upper) == name_key(lower)


def test_the_table_is_read_when_a_name_is_first_compared():
    code = (
        "import sys, accounts.skeletons, accounts.scripts\n"
        "assert not any('confusable' in name for name in sys.modules)\n"
        "accounts.skeletons.name_skeleton('Ana')\n"
        "assert 'confusable_homoglyphs.utils' in sys.modules\n"
    )
    forked.run([sys.executable, "-c", code], check=True)


# -- scripts and what is not drawn ----------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["Núria", "Łukasz", "straße", "Đặng", "Слава", "Ελένη", "たろうカナ漢", "김철수", "漢字ㄅㄆ", "שלום",
     "محمد", "Ana-2.b_c", "1234", "Æsa", "नमन"],
)  # fmt: skip
def test_names_in_one_script_can_be_had(name):
    assert takes_name(name)


@pytest.mark.parametrize(
    "name",
    ["Anа", "аdmin", "Аnna", "Αna", "aא", "中文a", "ana中", "김a", "Ана中", "ᴀna", "ɑna", "ǀna", "Ꭺna",
     "ⲁna", "a٣", "μana", "محـمد"],
)  # fmt: skip
def test_names_that_mix_scripts_or_use_letters_of_no_alphabet_are_refused(name):
    with pytest.raises(ValidationError, match=r"alphabet|alfabeto"):
        checked_name(name)


BLANKS = (
    "\u115f",
    "\u1160",
    "\u3164",
    "\uffa0",
    "\u2800",
    "\u180e",
    "\u200b",
    "\u2060",
    "\U000e0041",
)


@pytest.mark.parametrize("blank", BLANKS)
def test_what_is_not_drawn_is_no_part_of_a_name(blank):
    for name in (blank * 3, f"Ana22{blank}", f"{blank}Ana22", f"An{blank}a", f"김{blank}철수"):
        assert not takes_name(name), name
