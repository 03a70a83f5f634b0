"""What goes over the wire about feedback."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

LONGEST_QUESTION = 120
LONGEST_ANSWER = 1000
MOST_QUESTIONS = 8

_Answer = Annotated[str, Meta(max_length=LONGEST_ANSWER)]


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question of the feedback form.

    choices: The possible answers; empty where players write their own.
    """

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_QUESTION)]
    choices: Annotated[list[Annotated[str, Meta(min_length=1, max_length=40)]], Meta(max_length=10)] = []


class Feedback(msgspec.Struct, frozen=True):
    """The feedback form of a finished game.

    questions: None where the server asks for no feedback.
    answers: Yours, by the text of the question; empty if you haven't sent any.
    """

    questions: list[Question]
    answers: dict[str, str]


class FeedbackBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Send feedback.

    answers: By the text of the question. Leave out the questions that you don't answer.
    """

    answers: Annotated[dict[str, _Answer], Meta(max_length=MOST_QUESTIONS)]
