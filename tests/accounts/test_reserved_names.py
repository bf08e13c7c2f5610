"""Names that speak for the site, or look like those of guests and house bots, are refused."""

from __future__ import annotations

import pytest

from accounts.guest_names import guest_names
from accounts.reserved import is_reserved
from accounts.skeletons import name_skeleton
from tests.accounts.support import takes_name

pytestmark = pytest.mark.django_db

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
    "árbitro",
    "Arbitra_Ana",
    "Bot",
    "null",
    "NULL",
    "undefined",
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
    "Botella",
    "Arbitraria",
    "Nulla",
]


@pytest.mark.parametrize("name", CLAIMS)
def test_names_that_speak_for_the_site_are_refused(name):
    assert not takes_name(name)


@pytest.mark.parametrize("name", FREE)
def test_innocent_names_are_free(name):
    assert not is_reserved(name)
    assert takes_name(name)


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
    assert not takes_name(name)


@pytest.mark.parametrize("name", ["RobIe", "r0ble", "Rob1e-2", "ENCINA", "Olrno", "A1erce-12"])
def test_names_that_look_like_those_of_house_bots_are_refused(name):
    assert not takes_name(name)


def test_names_of_guests_do_not_look_like_each_other():
    names = [name for _n, name in zip(range(500), guest_names("es"), strict=False)]
    assert len({name_skeleton(name) for name in names}) == len(set(names))
