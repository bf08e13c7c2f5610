"""Names that look alike, mix scripts, show nothing or speak for the site."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
import unicodedata

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts import naming, skeletons
from accounts.guest_names import guest_names
from accounts.models import User
from accounts.names import checked_name
from accounts.reserved import is_reserved
from accounts.scripts import is_in_one_script
from accounts.services import NameTakenError, create_guest, rename_account
from accounts.skeletons import name_key, name_skeleton, skeleton
from games.models import Player
from games.services.players import player_for
from tests.accounts.support import PASSWORD, assert_our_page, member, signed_in

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


def had(name: str) -> bool:
    """Whether the name can be had now, after which it is."""
    try:
        kept = checked_name(name)
    except ValidationError:
        return False
    create_guest(language="es", name=kept)
    return True


def test_there_are_a_hundred_pairs():
    assert len(set(pairs())) >= 100


@pytest.mark.parametrize(("one", "other"), pairs())
def test_of_two_names_that_look_alike_one_is_there_at_most(one, other):
    assert [had(one), had(other)].count(True) <= 1
    User.objects.all().delete()
    assert [had(other), had(one)].count(True) <= 1


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
    assert had(one)
    assert had(other)


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
    assert skeletons.MARK not in name_key(kept) + name_skeleton(kept)
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
    subprocess.run([sys.executable, "-c", code], check=True)


# -- scripts and what is not drawn ----------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["Núria", "Łukasz", "straße", "Đặng", "Слава", "Ελένη", "たろうカナ漢", "김철수", "漢字ㄅㄆ", "שלום",
     "محمد", "Ana-2.b_c", "1234", "Æsa", "नमन"],
)  # fmt: skip
def test_names_in_one_script_can_be_had(name):
    assert had(name)


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
        assert not had(name), name


# -- names of the site ----------------------------------------------------------------------------

CLAIMS = [
    "admin",
    "Admin",
    "ADMIN",
    "AdmIn",
    "admin_",
    "admin1",
    "1admin",
    "the-admin",
    "administrador",
    "Administradora",
    "administrator",
    "moderator",
    "Moderator.",
    "moderador",
    "moderadora",
    "moderació",
    "Moderación",
    "support",
    "soporte",
    "suport",
    "ayuda",
    "ajuda",
    "help",
    "staff",
    "equipo",
    "equip",
    "team",
    "system",
    "sistema",
    "root",
    "official",
    "oficial",
    "brisca",
    "Brisca_",
    "briscabot",
    "Brisca-Bot",
    "brisca.oficial",
    "adm1n",
    "m0derat0r",
    "ADMlN",
    "4dmin",
    "Br1sca",
    "BRlSCA",
    "brisca2024",
    "ElEquipo",
    "BriscaSupport",
    "admin-ana",
    "Ana_mod",
    "xX_admin_Xx",
    "5upport",
    "t3am",
    "8risca",
    "he1p",
    "0fficial",
    "àdmin",
    "Админ_admin",
    "rnoderator",
    "Admln",
]
FREE = [
    "Brisquero",
    "Adminda",
    "Stafford",
    "team-rocket",
    "rey-de-brisca",
    "Modesto",
    "Equipito",
    "Lucia",
    "la",
    "El-Rey",
    "Ana22",
    "briscola",
    "Supportive",
    "brisca-fan",
    "AmoLaBrisca",
    "Roberto",
    "Modest",
    "Amod",
    "helper",
    "Systemofadown",
    "teamo",
    "Equipazo",
    "Oficialdeldia",
    "helpmeplease",
    "Modric",
    "Sistemas",
    "Rooter",
    "Ana-i-Pep",
    "Ayudante",
]


@pytest.mark.parametrize("name", CLAIMS)
def test_names_that_speak_for_the_site_are_refused(name):
    assert not had(name)


@pytest.mark.parametrize("name", FREE)
def test_innocent_names_are_free(name):
    assert not is_reserved(name)
    assert had(name)


@pytest.mark.parametrize(
    "name",
    [
        "Invitado-12",
        "lnvitado-12",
        "1nvitado-12",
        "GUEST-7",
        "Convidat-1",
        "deleted-a",
        "de1eted-a",
    ],
)
def test_names_that_look_like_those_of_guests_and_deleted_accounts_are_refused(name):
    assert not had(name)


@pytest.mark.parametrize("name", ["RobIe", "r0ble", "Rob1e-2", "ENCINA", "Olrno", "A1erce-12"])
def test_names_that_look_like_those_of_house_bots_are_refused(name):
    assert not had(name)


def test_names_of_guests_do_not_look_like_each_other():
    names = [name for _n, name in zip(range(500), guest_names("es"), strict=False)]
    assert len({name_skeleton(name) for name in names}) == len(set(names))


# -- every way to a name --------------------------------------------------------------------------


def test_sign_up_guest_and_profile_refuse_a_name_like_another(client):
    member("Paul")
    for answer in (
        client.post("/accounts/signup/", {"username": "PauI", "password1": PASSWORD}),
        client.post("/accounts/guest/", {"name": "pau1"}),
    ):
        assert answer.status_code in (200, 422)
        assert User.objects.count() == 1
    signed_in(client, member("Lucia"))
    answer = client.post("/accounts/profile/", {"name": "PAU1", "language": "es"})
    assert answer.status_code == 422
    assert_our_page(answer.content.decode())


def test_a_name_like_another_that_came_at_the_same_moment_is_refused(client):
    user = member("Lucia")
    member("Paul")
    with pytest.raises(NameTakenError):
        rename_account(user=user, name="PauI")
    user.refresh_from_db()
    assert (user.username, user.name_key) == ("Lucia", "lucia")
    with pytest.raises(IntegrityError), transaction.atomic():
        create_guest(language="es", name="PauI")


@pytest.mark.django_db(transaction=True)
def test_the_sign_up_page_says_so_where_the_name_went_meanwhile(client, monkeypatch):
    member("Paul")
    monkeypatch.setattr("accounts.adapters.checked_name", lambda name, user=None: name)
    answer = client.post("/accounts/signup/", {"username": "PauI", "password1": PASSWORD})
    assert answer.context["form"].errors["username"]
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["PauI", "Pаul", "PAUL", "a\u1160"])
def test_createsuperuser_refuses_what_everybody_is_refused(name, monkeypatch):
    member("Paul")
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    with pytest.raises(CommandError):
        call_command(
            "createsuperuser", username=name, email="a@example.org", interactive=False, verbosity=0
        )
    call_command(
        "createsuperuser", username="admin", email="a@example.org", interactive=False, verbosity=0
    )
    assert User.objects.get(username="admin").is_superuser


def test_of_a_name_case_may_change_and_other_fields_do_not_touch_it():
    user = member("leo0")
    rename_account(user=user, name=checked_name("LeoO", user=user))
    user.refresh_from_db()
    assert (user.username, user.name_key, user.name_skeleton) == ("LeoO", "leoo", "leoo")
    part = User.objects.only("language", "is_bot").get(pk=user.pk)
    part.language = "ca"
    part.save()
    user.refresh_from_db()
    assert (user.language, user.name_key) == ("ca", "leoo")


# -- case, in all of Unicode ----------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["Éana", "ÉANA", "éana", "e\u0301ANA", "ÉaNa"])
def test_log_in_by_name_takes_any_case(client, typed):
    user = member("Éana")
    client.post("/accounts/login/", {"login": typed, "password": PASSWORD})
    assert client.session.get("_auth_user_id") == str(user.pk)


def test_log_in_by_name_does_not_take_a_name_that_only_looks_alike(client):
    member("Paul")
    client.post("/accounts/login/", {"login": "PauI", "password": PASSWORD})
    assert "_auth_user_id" not in client.session


def test_a_name_in_another_case_is_taken_and_finds_the_same_player(client):
    player_for(member("Éana"))
    assert not had("ÉANA")
    for name in ("Éana", "ÉANA", "éana"):
        assert client.get(f"/players/{name}/", follow=True).status_code == 200
        assert client.get(f"/api/v1/players/{name}/").json()["name"] == "Éana"
    assert client.get("/api/v1/players/Èana/").status_code == 404
    assert Player.objects.count() == 1


# -- names from before names were compared --------------------------------------------------------


def old(name: str, **more) -> User:
    """An account that the release before made: it knows nothing of the columns."""
    user = User(username=name, **more)
    user.set_password(PASSWORD)
    User.objects.bulk_create([user])
    return User.objects.get(username=name)


def compare(*options: str) -> str:
    out = io.StringIO()
    call_command("compare_names", *options, stdout=out)
    return out.getvalue()


def test_old_accounts_get_what_names_are_compared_by(monkeypatch):
    monkeypatch.setattr(naming, "BATCH", 3)
    people = [old(f"Persona{letter}") for letter in "abcdefgh"]
    seen: list[int] = []
    assert naming.fill_in(User, "default", progress=seen.append) == []
    assert seen == [3, 6, 8]
    for user in people:
        user.refresh_from_db()
        assert user.name_skeleton == name_skeleton(user.username)
        assert user.name_key == name_key(user.username)
        assert not user.is_alike
    assert naming.fill_in(User, "default") == []


@pytest.mark.parametrize("batch", [1, 2, 1000])
def test_of_old_accounts_that_are_alike_one_keeps_the_name_to_itself(monkeypatch, batch):
    monkeypatch.setattr(naming, "BATCH", batch)
    guest = old("PauI", is_guest=True)
    first, second = old("paul"), old("Pau1")
    other = old("Lucia")
    assert sorted(naming.fill_in(User, "default")) == sorted([guest.pk, second.pk])
    for user in (guest, first, second, other):
        user.refresh_from_db()
    assert [user.is_alike for user in (first, other, guest, second)] == [False, False, True, True]
    assert [user.username for user in (guest, first, second)] == ["PauI", "paul", "Pau1"]
    assert not had("pauI")


def test_staff_keeps_its_name_before_those_who_came_earlier():
    early, boss = old("J0rdi"), old("Jordi", is_staff=True)
    assert naming.fill_in(User, "default") == [early.pk]
    assert not User.objects.get(pk=boss.pk).is_alike


def test_an_account_that_is_alike_goes_on_as_before_until_it_is_renamed(client):
    old("paul")
    user = old("Pau1")
    compare()
    user.refresh_from_db()
    assert user.is_alike
    user.language = "ca"
    user.save()
    client.post("/accounts/login/", {"login": "pau1", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(user.pk)
    answer = client.post("/accounts/profile/", {"name": "Pau1", "language": "es"})
    assert answer.status_code == 302
    answer = client.post("/accounts/profile/", {"name": "Paulo", "language": "es"})
    assert answer.status_code == 302
    user.refresh_from_db()
    assert (user.name_skeleton, user.is_alike) == ("paulo", False)
    User.objects.filter(username="paul").delete()
    assert had("Pau1")


def test_a_name_stays_taken_while_one_of_two_alike_is_left():
    old("paul")
    old("Pau1")
    compare()
    User.objects.filter(username="paul").delete()
    assert not had("paul")


def test_owners_of_names_alike_are_told_on_a_page_once_a_session(client):
    old("paul")
    old("Pau1")
    compare()
    signed_in(client, User.objects.get(username="Pau1"))
    client.cookies["django_language"] = "en"
    pages = [client.get(path).content.decode() for path in ("/rules/", "/rules/", "/learn/")]
    told = ["looks like yours" in page for page in pages]
    assert told == [True, False, False]
    assert_our_page(pages[0])
    signed_in(other := Client(), User.objects.get(username="paul"))
    assert "looks like yours" not in other.get("/rules/").content.decode()


def test_owners_of_names_alike_are_written_to_where_the_address_is_confirmed(mailoutbox):
    old("paul")
    for name, verified in (("Pau1", True), ("PAU1x", False), ("paulx", True)):
        user = old(name, language="ca")
        user.emailaddress_set.create(email=f"{user.pk}@example.org", verified=verified)
    assert "2 names are like another; 0 owners" in compare()
    assert mailoutbox == []
    compare("--tell")
    pau1 = User.objects.get(username="Pau1")
    addresses = [mail.to for mail in mailoutbox]
    assert [f"{pau1.pk}@example.org"] in addresses
    assert all("Pau1" in mail.body or "paulx" in mail.body for mail in mailoutbox)


def test_of_old_accounts_in_two_cases_each_logs_in_by_its_own(client):
    """SQLite let both be made: it knows the case of letters of ASCII alone."""
    try:
        with transaction.atomic():
            one, other = old("Éana"), old("éana")
    except IntegrityError:  # PostgreSQL never did
        return
    compare()
    for user in (one, other):
        browser = Client()
        browser.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
        assert browser.session["_auth_user_id"] == str(user.pk)
