"""Routes of the pages."""

from django.urls import path

from games.pages import (
    analyses,
    app,
    chips,
    choosing,
    daily,
    data,
    developers,
    fairness,
    history,
    invite,
    learn,
    lobby,
    people,
    pictures,
    review,
    rules,
    tables,
)

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("play/", lobby.play, name="play_now"),
    path("tables/new/", tables.table_new, name="table_new"),
    path("t/<str:table_id>/", tables.table, name="table"),
    path("t/<str:table_id>/sit/", tables.table_sit, name="table_sit"),
    path("learn/", learn.learn, name="learn"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:preset>/", rules.rules_preset, name="rules_preset"),
    path("rulesets/check/", choosing.ruleset_check, name="ruleset_check"),
    path("rulesets/<str:ruleset_id>/", rules.ruleset_page, name="ruleset"),
    path("developers/", developers.developers, name="developers"),
    *analyses.ANALYSIS_URLS,
    *app.APP_URLS,
    *chips.CHIPS_URLS,
    *daily.DAILY_URLS,
    *data.DATA_URLS,
    *fairness.FAIRNESS_URLS,
    *history.HISTORY_URLS,
    *invite.INVITE_URLS,
    *people.PEOPLE_URLS,
    *pictures.PICTURE_URLS,
    *review.REVIEW_URLS,
]
