"""Hearing what other processes have changed, without a database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from cashbox.server.db.backend import BESIDES, OVER, News
from cashbox.server.db.listening import TABLES, Listener, encode_text
from cashbox.server.db.records import Here, Onlooker

if TYPE_CHECKING:
    from cashbox.server.db.backend import Heard

OURS, THEIRS = 1, 2


class Hears:
    """Collects news."""

    def __init__(self) -> None:
        self.news: list[News] = []

    def changed(self, news: News) -> None:
        self.news.append(news)


def heard(process: int, channel: str, *messages: str) -> list[News]:
    """Return what this process hears when a process of the database sends messages."""

    async def connect() -> Any:
        raise AssertionError

    hears = Hears()
    listener = Listener(connect, cast("Heard", hears), {OURS})
    for message in messages:
        listener._hear(None, process, channel, message)
    return hears.news


def test_every_table_of_a_message_is_heard_of() -> None:
    assert heard(THEIRS, TABLES, "A:3 B:7 C D:over") == [
        News("A", 3),
        News("B", 7),
        News("C", BESIDES),
        News("D", OVER),
    ]


def test_each_kind_of_news_is_heard_as_it_was_told() -> None:
    for news in (
        News("A"),
        News("A", 3),
        News("A", OVER),
        News("A", process="p", given=True),
        News("A", process="p", here=Here(1, 2, (Onlooker("Ann B.", guest=True),))),
        News(guest="G"),
        News(guest="G", ended=True),
        News(guest="G", ended=True, device="d"),
        News(guest="G", banned=True),
        News(guest="G", renamed=True),
    ):
        assert heard(THEIRS, *encode_text(news)) == [news]


def test_what_this_process_wrote_itself_is_not_heard() -> None:
    assert heard(OURS, TABLES, "A:3 B:7") == []
