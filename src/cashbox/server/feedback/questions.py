"""Read the questions of the feedback form from a server's settings."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.engine.data import ContentError
from cashbox.server.feedback.wire import MOST_QUESTIONS, Question

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT: Final = (
    Question("How much fun was it, from 1 (none) to 5 (a lot)?", ["1", "2", "3", "4", "5"]),
    Question("How was the length?", ["Too short", "About right", "Too long"]),
    Question("What would you change?"),
)

MOST_BYTES: Final = 2**16
"""A larger file has no questions."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    question: list[Question]


def questions_of(setting: str) -> tuple[Question, ...]:
    """Return the questions that a setting asks for: none for "" and "off", the usual ones for "on", or those of a file.

    Raises:
        ContentError: In a sentence, if the file can't be read or has questions that can't be asked.
    """
    if setting in ("", "off"):
        return ()
    return DEFAULT if setting == "on" else _read(setting)


def _read(path: str) -> tuple[Question, ...]:
    name = repr(path[:80])
    try:
        file = Path(path).expanduser()
        if file.stat().st_size > MOST_BYTES:
            raise ContentError(f"{name} is too large for a file of questions.")
        found = msgspec.convert(tomllib.loads(file.read_text("utf-8")), _File).question
    except (OSError, RuntimeError, ValueError, RecursionError) as error:
        # A file that isn't UTF-8, TOML, or of the right shape is a ValueError, and a path with a null character, too.
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise ContentError(f"{name} can't be used: {why}.") from None
    _check(found, name)
    return tuple(found)


def _check(questions: Sequence[Question], name: str) -> None:
    texts = [question.text for question in questions]
    if not 1 <= len(questions) <= MOST_QUESTIONS:
        raise ContentError(f"{name} must have 1 to {MOST_QUESTIONS} questions, not {len(questions)}.")
    for question in questions:
        lines = (question.text, *question.choices)
        if not all(line.isprintable() and line.strip() == line for line in lines):
            raise ContentError(f"{name}: each question and choice must be one line of text: {question.text!r}.")
        if len(question.choices) == 1 or len(set(question.choices)) < len(question.choices):
            raise ContentError(f"{name}: {question.text!r} needs at least two choices, all different.")
    if len(set(texts)) < len(texts):
        raise ContentError(f"{name} asks the same question twice.")
