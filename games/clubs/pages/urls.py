"""Routes of the pages of clubs."""

from __future__ import annotations

from typing import Any, Final

from django.urls import path

from games.clubs.pages import actions, club, lists, settings

CLUB_URLS: Final[list[Any]] = [
    path("community/", lists.community, name="community"),
    path("clubs/", lists.clubs, name="clubs"),
    path("clubs/new/", lists.club_new, name="club_new"),
    path("clubs/join/<str:token>/", lists.club_link, name="club_link"),
    path("clubs/calendar/<str:token>/", club.calendar, name="club_calendar"),
    path("clubs/<slug:handle>/", club.club, name="club"),
    path("clubs/<slug:handle>/members/", club.members, name="club_members"),
    path("clubs/<slug:handle>/season/", club.season, name="club_season"),
    path("clubs/<slug:handle>/talk/", club.talk, name="club_talk"),
    path("clubs/<slug:handle>/settings/", settings.settings, name="club_settings"),
    path("clubs/<slug:handle>/log/", club.log, name="club_log"),
    path("clubs/<slug:handle>/do/<str:action>/", actions.step, name="club_step"),
]
