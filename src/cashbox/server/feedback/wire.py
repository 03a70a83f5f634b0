"""Wire types for feedback."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

LONGEST_QUESTION = 120
LONGEST_ANSWER = 1000
MOST_QUESTIONS = 8

_Answer = Annotated[str, Meta(max_length=LONGEST_ANSWER)]


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question on the feedback form.

    choices: The possible answers; empty if players write their own.
    """

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_QUESTION)]
    choices: Annotated[list[Annotated[str, Meta(min_length=1, max_length=40)]], Meta(max_length=10)] = []


class Feedback(msgspec.Struct, frozen=True):
    """The feedback form of a finished game.

    questions: Empty if the server does not ask for feedback.
    answers: Your answers, by the text of the question; empty if you have not sent any.
    """

    questions: list[Question]
    answers: dict[str, str]


class FeedbackBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{table}/feedback.

    answers: By the text of the question. Leave out questions that you do not answer.
    """

    answers: Annotated[dict[str, _Answer], Meta(max_length=MOST_QUESTIONS)]
