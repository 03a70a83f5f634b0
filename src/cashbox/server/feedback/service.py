"""Ask the players of a finished game for feedback, and store their answers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cashbox.server.errors import Closed, Refusal
from cashbox.server.feedback.store import answers_of, put_answers
from cashbox.server.feedback.wire import Feedback

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.feedback.wire import Question


class FeedbackForm:
    """The operator's feedback form for players of finished games. Only the operator can read the answers."""

    def __init__(self, store: Store, questions: Sequence[Question]) -> None:
        self._store = store
        self._questions = list(questions)

    async def read(self, record: TableRecord, guest: Guest) -> Feedback:
        """Return the form with a player's answers. Refusal ("not-a-player", "not-over", "closed")."""
        _check_played(record, guest)
        answers = await self._store.read(answers_of, record.id, guest.id) if self._questions else {}
        asked = {question.text for question in self._questions}
        return Feedback(self._questions, {text: answer for text, answer in answers.items() if text in asked})

    async def answer(self, record: TableRecord, guest: Guest, answers: Mapping[str, str]) -> Feedback:
        """Replace a player's answers; without any, delete the old ones. They are durable when this returns.

        Raises:
            Refusal: "no-feedback" if the server does not ask for any, "unknown-question", "unknown-answer", and those
                of `read`.
        """
        _check_played(record, guest)
        if not self._questions:
            raise Refusal(403, "no-feedback", "This server doesn't ask for feedback.")
        given = {text: answer.strip() for text, answer in answers.items() if answer.strip()}
        asked = {question.text: question.choices for question in self._questions}
        for text, answer in given.items():
            if text not in asked:
                raise Refusal(400, "unknown-question", "The questions have changed. Reload the page.")
            if asked[text] and answer not in asked[text]:
                raise Refusal(400, "unknown-answer", "Choose one of the listed answers.")
        now = int(self._store.clock.now())
        job = partial(put_answers, table=record.id, guest=guest.id, answers=given, now=now)
        if not await self._store.writer.do(job):
            raise _not_a_player()
        return Feedback(self._questions, given)


def _check_played(record: TableRecord, guest: Guest) -> None:
    if record.seat_of(guest) is None:
        raise _not_a_player()
    if record.status == "closed":
        raise Closed(record.closed)
    if record.status != "over":
        raise Refusal(409, "not-over", "You can give feedback once the game is over.")


def _not_a_player() -> Refusal:
    return Refusal(403, "not-a-player", "Only players of this game can give feedback.")
