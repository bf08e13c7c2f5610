"""Mistakes and puzzles as the API gives them, described field by field for the schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers as drf

from games.api.answers import ListSerializer, moment, text, whole, wholes
from games.api.answers_analyses import UNITS, CardWorthSerializer, real


class MistakeSerializer(drf.Serializer[Any]):
    """A card that cost points."""

    match = text()
    at = text("Its address in the page and the analysis of the match.")
    seat = whole()
    loss = real("What it weighs in card points of the base game, by what the player could know.")
    finished_at = moment("Of the match.")


class MistakePageSerializer(ListSerializer):
    """A page of mistakes."""

    results = MistakeSerializer(many=True)


class PlacedCardSerializer(drf.Serializer[Any]):
    """A card that somebody played."""

    place = whole("Seats to the right of the one to play, which is 0.")
    card = text()


class PlacedTrickSerializer(drf.Serializer[Any]):
    """A trick that is over."""

    plays = PlacedCardSerializer(many=True)
    winner = whole(null=True)
    points = whole()


class PositionContractSerializer(drf.Serializer[Any]):
    """What the seat knew of the contract; seats are places."""

    caller = whole()
    target = whole("Points to make.")
    card = text("The called card.", null=True)
    partner = whole("null: there is none, or the seat could not know.", null=True)
    alone = drf.BooleanField(
        allow_null=True, help_text="Whether the caller plays alone; null: not to be known."
    )
    discards = drf.ListField(
        child=drf.CharField(), allow_null=True, help_text="Cards put away, told to who did so."
    )


class OpenHandSerializer(drf.Serializer[Any]):
    """A hand that lies open."""

    place = whole()
    hand = drf.ListField(child=drf.CharField())


class PositionSerializer(drf.Serializer[Any]):
    """A position as the seat that is to play saw it."""

    preset = text()
    players = whole()
    partners = wholes("Places.")
    faces = text("The option `deck.french`.")
    trump = text(null=True)
    turned = text(null=True)
    stock = whole("Cards in it, the turned one included.")
    contract = PositionContractSerializer(allow_null=True)
    open_hands = OpenHandSerializer(many=True, help_text="Of others.")
    hand = drf.ListField(child=drf.CharField())
    legal = drf.ListField(child=drf.CharField(), help_text="Cards that may be played.")
    trick = PlacedCardSerializer(many=True, help_text="What lies on the table.")
    points = wholes("Of the own side, then of the others.")
    tricks = PlacedTrickSerializer(many=True, help_text="Those before, in order.")


class SolvedCardSerializer(CardWorthSerializer):
    """A card of a position and what it was worth."""

    right = drf.BooleanField(help_text="As good as the best, as far as can be told.")


class SolutionSerializer(drf.Serializer[Any]):
    """What the cards of a position were worth."""

    unit = drf.ChoiceField(choices=UNITS, help_text="What points are: as in the analysis.")
    best = text()
    played = text("In the match.")
    exact = drf.BooleanField(help_text="Whether nothing was hidden.")
    cards = SolvedCardSerializer(many=True, help_text="From the best.")


class TriesSerializer(drf.Serializer[Any]):
    """How an exercise was answered."""

    tries = whole()
    right_at_once = drf.BooleanField(allow_null=True, help_text="null: not answered yet.")
    solved = drf.BooleanField(help_text="Answered right at least once.")


class ExerciseRowSerializer(TriesSerializer):
    """One of one's own mistakes."""

    id = whole()
    loss = real("What it weighs in card points of the base game.")
    finished_at = moment("Of the match.")


class ProgressSerializer(drf.Serializer[Any]):
    """How far somebody is with their exercises."""

    exercises = whole()
    tried = whole()
    solved = whole()


class ExercisePageSerializer(ListSerializer):
    """A page of exercises."""

    results = ExerciseRowSerializer(many=True)
    progress = ProgressSerializer(help_text="With all exercises.")


class ExerciseSerializer(TriesSerializer):
    """An exercise, without its solution."""

    id = whole()
    position = PositionSerializer()


class AnsweredSerializer(drf.Serializer[Any]):
    """What an answer was worth."""

    right = drf.BooleanField(help_text="As good as the best, as far as can be told.")
    chosen = text("The card of the answer.")
    solution = SolutionSerializer()


class AnsweredExerciseSerializer(AnsweredSerializer):
    """What an answer to one's own mistake was worth, and where that was made."""

    tries = whole()
    right_at_once = drf.BooleanField()
    solved = drf.BooleanField(help_text="Answered right at least once.")
    match = text()
    at = text("Its address in the page and the analysis of the match.")


class AnsweredPuzzleSerializer(AnsweredSerializer):
    """What an answer to a puzzle was worth, and how others did."""

    tries = whole("Of the key's account.")
    right_at_once = drf.BooleanField()
    solved = drf.BooleanField(help_text="Answered right at least once.")
    tried = whole("People who have answered.")
    solved_at_once = whole("Of them, those whose first answer was right.")


class PuzzleDaysSerializer(drf.Serializer[Any]):
    """Days with a puzzle."""

    results = drf.ListField(child=drf.DateField())


class PuzzleSerializer(drf.Serializer[Any]):
    """The puzzle of a day."""

    day = drf.DateField()
    position = PositionSerializer()
    solution = SolutionSerializer(allow_null=True, help_text="null: its day is not over.")
    tried = whole("People who have answered.")
    solved_at_once = whole("Of them, those whose first answer was right.")
