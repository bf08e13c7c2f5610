"""Who is in the lobby, in one process and over all of them: whether somebody searches there alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from games.live.table.lobby import MAX_ACCOUNTS, MAX_STRANGERS, Lobby
from games.live.table.presence import PRESENCE_TTL_S


class Member:
    """A socket of the lobby, as far as the lobby asks who is at its other end."""

    def __init__(self, user: int | None, address: str) -> None:
        self.visitor = SimpleNamespace(user=user, address=address)


class Lobbies:
    """Lobbies of several processes that tell each other who is there."""

    def __init__(self, count: int) -> None:
        self.now = 1000.0
        self.all = [self._made(number) for number in range(count)]

    def _made(self, number: int) -> Lobby:
        def publish(what: str, **about: Any) -> None:
            for other, lobby in enumerate(self.all):
                if other != number:
                    lobby.receive(str(number), {"what": what, **about})

        clock = SimpleNamespace(now=lambda: self.now)
        return Lobby(SimpleNamespace(clock=clock, pubsub=SimpleNamespace(publish=publish)))

    def come(self, user: int | None = None, address: str = "", process: int = 0) -> None:
        """Somebody's socket comes to a process, which tells the others."""
        self.all[process].members.add(Member(user, address))
        self.all[process].publish_visitors()


def test_nobody_is_alone_with_another_account_in_the_lobby() -> None:
    lobby = Lobbies(1)
    lobby.come(user=1, address="here")
    assert lobby.all[0].is_empty_but_for(1, "here")
    assert not lobby.all[0].is_empty_but_for(2, "there")
    lobby.come(user=1, address="elsewhere")
    assert lobby.all[0].is_empty_but_for(1, "here"), "two windows of one account"
    lobby.come(user=2, address="here")
    assert not lobby.all[0].is_empty_but_for(1, "here")


def test_a_stranger_is_known_by_the_address_and_two_of_them_are_two() -> None:
    lobby = Lobbies(1)
    lobby.come(address="here")
    assert lobby.all[0].is_empty_but_for(None, "here")
    assert not lobby.all[0].is_empty_but_for(None, "there")
    assert lobby.all[0].is_empty_but_for(7, "here"), "who has just become a guest"
    lobby.come(address="here")
    assert not lobby.all[0].is_empty_but_for(None, "here"), "two in one household"


def test_an_account_beside_a_stranger_is_not_alone() -> None:
    lobby = Lobbies(1)
    lobby.come(user=1, address="here")
    lobby.come(address="here")
    assert not lobby.all[0].is_empty_but_for(1, "here")


def test_whoever_has_no_socket_is_alone_in_an_empty_lobby_only() -> None:
    lobby = Lobbies(1)
    assert lobby.all[0].is_empty_but_for(None, "here")
    lobby.come(user=3, address="there")
    assert not lobby.all[0].is_empty_but_for(None, "here")


def test_every_account_is_known_to_other_processes_and_strangers_as_far_as_they_matter() -> None:
    lobbies = Lobbies(2)
    for user in range(MAX_ACCOUNTS + 5):
        lobbies.come(user=user, address="there", process=0)
        lobbies.come(address=f"home {user}", process=0)
    assert len(lobbies.all[1].users()) == MAX_ACCOUNTS
    assert lobbies.all[1].users() < lobbies.all[0].users()
    assert len(lobbies.all[1]._elsewhere["0"][0]) == MAX_ACCOUNTS + MAX_STRANGERS


@pytest.mark.parametrize("process", [0, 1])
def test_processes_know_of_each_others_visitors(process: int) -> None:
    lobbies = Lobbies(2)
    lobbies.come(user=1, address="here", process=1)
    assert lobbies.all[process].is_empty_but_for(1, "here")
    assert not lobbies.all[process].is_empty_but_for(2, "there")
    for number in range(20):
        lobbies.come(user=100 + number, address="there", process=1)
    assert not lobbies.all[process].is_empty_but_for(1, "here")


def test_what_a_process_said_long_ago_holds_no_more() -> None:
    lobbies = Lobbies(2)
    lobbies.come(user=1, address="here", process=1)
    lobbies.now += PRESENCE_TTL_S + 1
    assert lobbies.all[0].is_empty_but_for(2, "there")
