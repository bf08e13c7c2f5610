"""Routes of the pages."""

from django.urls import path

from games.pages import chips, choosing, fairness, history, lobby, review, rules, tables

urlpatterns = [
    path("", lobby.lobby, name="lobby"),
    path("play/", lobby.play, name="play_now"),
    path("tables/new/", tables.table_new, name="table_new"),
    path("t/<str:table_id>/", tables.table, name="table"),
    path("t/<str:table_id>/sit/", tables.table_sit, name="table_sit"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:preset>/", rules.rules_preset, name="rules_preset"),
    path("rulesets/check/", choosing.ruleset_check, name="ruleset_check"),
    path("rulesets/<str:ruleset_id>/", rules.ruleset_page, name="ruleset"),
    *chips.CHIPS_URLS,
    *fairness.FAIRNESS_URLS,
    *history.HISTORY_URLS,
    *review.REVIEW_URLS,
]
