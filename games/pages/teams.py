"""Views of teams: one's own, founding one, and the page of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import orjson
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import count
from games.common.errors import TeamError
from games.models import Player, Team, TeamProposal
from games.pages.charts.team_plots import points_plot, team_rating_plot
from games.pages.forms.quick_play import team_games
from games.pages.forms.team import ChangeForm, ProposalForm, initial_of
from games.pages.fragments import cached_text
from games.pages.match_lines import with_lines
from games.pages.visitor import ensure_player, player_of
from games.pages.wording.history import match_rows, pool_title
from games.pages.wording.teams import (
    big_figures,
    declared_signs,
    habit_words,
    rivals_rows,
    team_title,
)
from games.selectors import figures, partner_habits
from games.selectors import teams as selected
from games.selectors.faces import chosen_faces_by_name
from games.selectors.figures import find_player
from games.selectors.match_filter import MatchFilter
from games.selectors.matches import match_page
from games.selectors.private_figures import is_private_team
from games.services import teams as services
from games.wording.team_refusals import refusal_text

MAX_RECENT_MATCHES: Final = 6
HABITS_CACHE_S: Final = 24 * 3600.0
"""Seconds for which the mean of everybody's habits is kept."""
"""Number of a team's latest matches on its page."""


@never_cache
@require_safe
def teams(request: HttpRequest) -> HttpResponse:
    """Show the visitor's teams and proposals of teams, with the form that founds a team."""
    return _teams_page(request, player_of(request), ProposalForm(initial=_asked(request)))


def _asked(request: HttpRequest) -> dict[str, str]:
    """Return the partner's name in a link that proposes a team."""
    return {"partner": request.GET.get("with", "")[:32]}


def _teams_page(
    request: HttpRequest, me: Player | None, form: forms.Form, status: int = 200
) -> HttpResponse:
    """Return the page of the visitor's teams and proposals."""
    if me is None or me.user is None or me.kind == "guest":
        return render(request, "games/teams.html", {"me": None})
    own = selected.own_teams(me)
    players = selected.players_of(team.pk for team in own)
    to_me, by_me = selected.proposals_to(me), selected.proposals_by(me)
    asked = selected.proposal_players([*to_me, *by_me])
    names = [player.name for members in players.values() for player in members]
    return render(
        request,
        "games/teams.html",
        {
            "me": me,
            "own": [
                (team, team_title(team, names_of(players[team.pk])), players[team.pk])
                for team in own
            ],
            "to_me": [(proposal, asked[proposal.pk]) for proposal in to_me],
            "by_me": [(proposal, asked[proposal.pk]) for proposal in by_me],
            "form": form,
            "chosen_faces": chosen_faces_by_name(
                [*names, *(name for partners in asked.values() for name in partners)]
            ),
        },
        status=status,
    )


def names_of(players: Iterable[Player]) -> list[str]:
    """Return the names of these players, in the order given."""
    return [player.name for player in players]


@login_required
@require_POST
def team_found(request: HttpRequest) -> HttpResponse:
    """Ask partners to found a team with the visitor; guests are asked to sign up first.

    Raises:
        TooManyError: the visitor is at the limit `social`.
    """
    if request.user.is_guest:  # type: ignore[union-attr]
        return redirect("account_signup")
    me = ensure_player(request)
    count(request, "social")
    form = ProposalForm(request.POST)
    if not form.is_valid():
        return _teams_page(request, me, form, status=422)
    try:
        proposal = services.propose_team(
            founder=me,
            partners=_named(form.partners()),
            name=form.cleaned_data["name"],
            face=form.cleaned_data["face"],
        )
    except TeamError as error:
        form.add_error("name" if error.code == "bad_name" else "partner", refusal_text(error.code))
        return _teams_page(request, me, form, status=422)
    if TeamProposal.objects.filter(pk=proposal.pk).exists():
        messages.success(request, _("They are asked. The team is founded once all have agreed."))
    return redirect("teams")


def _named(names: Iterable[str]) -> list[Player]:
    """Return the players with these names, as partners of a team.

    Raises:
        TeamError: `bad_partners` where there is none with one of them.
    """
    rows = [find_player(name) for name in names]
    if not all(rows):
        raise TeamError("bad_partners")
    return [Player.objects.get(pk=row["id"]) for row in rows if row]


@login_required
@require_POST
def team_answer(request: HttpRequest, proposal: int) -> HttpResponse:
    """Agree to a proposal to found a team, or refuse it.

    Raises:
        TooManyError: the visitor is at the limit `social`.
    """
    me = ensure_player(request)
    count(request, "social")
    proposal_row = TeamProposal.objects.filter(pk=proposal).first()
    try:
        if proposal_row is None:
            raise TeamError("not_invited")
        team = services.answer_proposal(
            proposal=proposal_row, player=me, agree="agree" in request.POST
        )
    except TeamError as error:
        messages.error(request, refusal_text(error.code))
        return redirect("teams")
    return redirect("team", team.pk) if team is not None else redirect("teams")


@never_cache
@require_safe
def team(request: HttpRequest, team_id: int) -> HttpResponse:
    """Show a team: its figures, its rating beside its players' ratings, rivals and matches.

    Raises:
        Http404: there is no such team.
    """
    team_row = _team_or_404(team_id)
    return _team_page(request, team_row, player_of(request), None)


def _team_or_404(team_id: int) -> Team:
    """Return a team. Raises Http404 without one."""
    team = selected.team_or_none(team_id) if team_id < 2**63 else None
    if team is None:
        raise Http404
    return team


def _habit_context(team: int, version: object) -> dict[str, Any] | None:
    """Return the habit of a team (row id) that differs most from everybody's; None without one.

    `version` changes when the team plays a match.
    """
    own = cached_text(
        "habits of a team",
        (team, version),
        lambda: orjson.dumps(partner_habits.counts_of_team(team)).decode(),
    )
    everybody = cached_text(
        "habits of everybody",
        (),
        lambda: orjson.dumps(partner_habits.counts_of_everybody()).decode(),
        HABITS_CACHE_S,
    )
    habit = partner_habits.most_unusual(orjson.loads(own), orjson.loads(everybody))
    return habit_words(habit) if habit is not None else None


def _team_page(
    request: HttpRequest,
    team: Team,
    me: Player | None,
    form: forms.Form | None,
    status: int = 200,
) -> HttpResponse:
    """Return the page of a team; with the invalid `form` if one was submitted."""
    players = selected.players_of([team.pk])[team.pk]
    mine = me is not None and me.pk in {player.pk for player in players}
    names = names_of(players)
    hidden = is_private_team(team.pk) and not mine
    rows = match_rows(
        match_page(MatchFilter(team=team.pk), limit=MAX_RECENT_MATCHES).rows,
        names[0] if names else None,
    )
    context: dict[str, Any] = {
        "team": team,
        "title": team_title(team, names),
        "players": players,
        "mine": mine,
        "hidden": hidden,
        "rows": with_lines(rows),
        "games": team_games(len(players)) if mine and team.is_founded else [],
        "others": [player for player in players if me is None or player.pk != me.pk],
        "signs": declared_signs(team),
        "form": (form or ChangeForm(initial=initial_of(team)))
        if mine and team.is_founded
        else None,
        "faulty": form is not None,
    }
    rivals = [] if hidden else selected.team_rivals(team.pk)
    if not hidden:
        strength = selected.team_strength(team.pk, players)
        stats = figures.team_stats(team.pk)
        context |= {
            "big": big_figures(stats, strength),
            "strength": strength,
            "pool": pool_title(strength.pool) if strength else "",
            "rating_plot": team_rating_plot(team.pk, strength.pool, own=mine) if strength else None,
            "plot": points_plot(team.pk),
            "rivals": rivals_rows(rivals),
            "habit": _habit_context(team.pk, stats),
        }
    context["chosen_faces"] = chosen_faces_by_name(
        [
            *names,
            *(name for row in rows for name in row["faces"]),
            *(name for rival in rivals for name in rival.players),
        ]
    )
    return render(request, "games/team.html", context, status=status)


@login_required
@require_POST
def team_change(request: HttpRequest, team_id: int) -> HttpResponse:
    """Store a team's new name and face, and the signs that it declares.

    Raises:
        Http404: there is no such team.
        TooManyError: the visitor is at the limit `social`.
    """
    team_row = _team_or_404(team_id)
    me = ensure_player(request)
    count(request, "social")
    form = ChangeForm(request.POST)
    if not form.is_valid():
        return _team_page(request, team_row, me, form, status=422)
    try:
        services.change_team(team=team_row, player=me, **form.cleaned_data)
    except TeamError as error:
        if error.code == "bad_name":
            form.add_error("name", refusal_text(error.code))
            return _team_page(request, team_row, me, form, status=422)
        messages.error(request, refusal_text(error.code))
    else:
        messages.success(request, _("Saved."))
    return redirect("team", team_id)


@login_required
@require_POST
def team_dissolve(request: HttpRequest, team_id: int) -> HttpResponse:
    """Dissolve a team; its matches and figures stay.

    Raises:
        Http404: there is no such team.
        TooManyError: the visitor is at the limit `social`.
    """
    team_row = _team_or_404(team_id)
    me = ensure_player(request)
    count(request, "social")
    try:
        services.dissolve_team(team=team_row, player=me)
    except TeamError as error:
        messages.error(request, refusal_text(error.code))
    else:
        messages.success(request, _("The team is dissolved. Its matches and figures stay."))
    return redirect("team", team_id)


TEAM_URLS: list[Any] = [
    path("teams/", teams, name="teams"),
    path("teams/found/", team_found, name="team_found"),
    path("teams/proposals/<int:proposal>/", team_answer, name="team_answer"),
    path("teams/<int:team_id>/", team, name="team"),
    path("teams/<int:team_id>/change/", team_change, name="team_change"),
    path("teams/<int:team_id>/dissolve/", team_dissolve, name="team_dissolve"),
]
