"""The lesson, a first deal for new players: a course of positions made by the rules themselves.

>>> course = build_course()
>>> course["scenes"][0]["steps"][0]["view"]["hand"]
['O7', 'O4', 'B5']
"""

from games.lesson.course import build_course

__all__ = ["build_course"]
