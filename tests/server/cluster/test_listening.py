"""Test how a process reads news from other processes, without a database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from cashbox.server.db.backend import BESIDES, OVER, News
from cashbox.server.db.listening import TABLES, Listener, encode_text
from cashbox.server.db.records import Here, Onlooker

if TYPE_CHECKING:
    from cashbox.server.db.backend import Heard

OURS, THEIRS = 1, 2


class NewsCollector:
    """A receiver that collects news."""

    def __init__(self) -> None:
        self.news: list[News] = []

    def changed(self, news: News) -> None:
        self.news.append(news)


def heard(process: int, channel: str, *messages: str) -> list[News]:
    """Return the news that this process receives when a database process sends messages."""

    async def connect() -> Any:
        raise AssertionError

    hears = NewsCollector()
    listener = Listener(connect, cast("Heard", hears), {OURS})
    for message in messages:
        listener._hear(None, process, channel, message)
    return hears.news


def test_every_table_in_a_message_becomes_a_piece_of_news() -> None:
    assert heard(THEIRS, TABLES, "A:3 B:7 C D:over") == [
        News("A", 3),
        News("B", 7),
        News("C", BESIDES),
        News("D", OVER),
    ]


def test_each_kind_of_news_survives_encoding() -> None:
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


def test_a_process_ignores_its_own_messages() -> None:
    assert heard(OURS, TABLES, "A:3 B:7") == []
