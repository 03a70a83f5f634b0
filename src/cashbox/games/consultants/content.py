"""Projects, decks, and events as tables of ints for the rules and as plain JSON for the page.

Source: ITS, RULINGS C1, C2. The files are in `data/`. Every error in them is one sentence that names the file, the
entry, and the field.
"""

from __future__ import annotations

from typing import Any, Final

from cashbox.engine.contents import reduce_by_hash
from cashbox.engine.data import ContentError, entries, one_of, read_files, text, whole
from cashbox.engine.fields import Fields, given
from cashbox.engine.journal import content_hash
from cashbox.engine.lessons import check_facts
from cashbox.engine.sentences import fill

COLOURS: Final = ("red", "yellow", "green", "blue", "violet")
SENIOR: Final = 0
PRINCIPAL: Final = 1
RANKS: Final = ("senior", "principal")
REGULARS: Final = 6
"""The most regular projects on the table. The board has room for one more, the Innovation Project."""
MOST_DESKS: Final = 8

DO_WORDS: Final[dict[str, str]] = {
    "none": "Nothing happens.",
    "gain": "The players that `who` names get `n` dollars.",
    "pay": "The players that `who` names pay `n` dollars.",
    "draw": "Everyone draws `n` seniors.",
    "bench": "Everyone pays 1 dollar for each card in hand beyond `n`.",
    "projects": "Everyone gets `n` dollars for each project that they have a consultant on.",
    "set": "`what` is `n` this round.",
    "recall": "Everyone can take a consultant back from a project.",
    "give": "Everyone can give back a consultant from their hand for `n` dollars.",
}
"""What an event does. docs/card-effects.md is generated from this dict and those below."""
DO: Final = tuple(DO_WORDS)
DO_NONE: Final = 0
DO_GAIN: Final = 1
DO_PAY: Final = 2
DO_DRAW: Final = 3
DO_BENCH: Final = 4
DO_PROJECTS: Final = 5
DO_SET: Final = 6
DO_RECALL: Final = 7
DO_GIVE: Final = 8
WHO_WORDS: Final[dict[str, str]] = {
    "all": "everyone",
    "poorest": "the player with the least money minus debt, or all players who tie",
    "richest": "the player with the most money minus debt, or all players who tie",
}
WHO: Final = tuple(WHO_WORDS)
WHAT_WORDS: Final[dict[str, str]] = {
    "train": "the cost of training (−1: not possible)",
    "promote": "the cost of promoting (−1: not possible)",
    "recruit": "the cost of recruiting (−1: not possible)",
    "moves": "how many consultants each player can move",
    "top": "extra dollars for the rightmost consultant of a project",
    "principals": "extra dollars for each principal",
    "complete": "extra dollars for completing a project",
    "first_pass": "dollars for passing first",
    "silver": "dollars added (or subtracted) for each consultant on a regular project",
    "gold": "dollars added (or subtracted) for each consultant on an international project",
}
"""What an event may set for its round. `top`, `principals`, `silver`, and `gold` count whenever a project pays (RULINGS
D4)."""
WHAT: Final = tuple(WHAT_WORDS)
TRAINING: Final = 0
PROMOTING: Final = 1
RECRUITING: Final = 2
TOP: Final = 4
PRINCIPALS: Final = 5
COMPLETING: Final = 6
SILVER: Final = 8
GOLD: Final = 9
"""The indexes of these words."""
USUAL: Final = (2, 2, 6, 2, 0, 0, 0, 0, 0, 0)
"""The values of WHAT in a round without such an event (RULINGS C1)."""

_FILES: Final = {"projects": "projects.toml", "events": "events.toml", "lessons": "lessons.toml"}


def kind_of(colour: int, rank: int) -> int:
    """Encode a kind of consultant in one number: 2 * color + rank."""
    return len(RANKS) * colour + rank


def colour_of(kind: int) -> int:
    """Return the color of a kind."""
    return kind // len(RANKS)


def rank_of(kind: int) -> int:
    """Return the rank of a kind."""
    return kind % len(RANKS)


def at_desk(place: int, desk: int) -> int:
    """Encode a desk on the table in one number: 8 * project + desk from the left."""
    return MOST_DESKS * place + desk


def desk_at(k: int) -> tuple[int, int]:
    """Decode such a number into place and desk."""
    return k // MOST_DESKS, k % MOST_DESKS


def read_data() -> dict[str, Any]:
    """Read the data files as one plain JSON value: {"projects", "events", "lessons"}. ContentError if one cannot be
    read."""
    return read_files("cashbox.games.consultants", _FILES)


class Project(Fields):
    """One project board. desks: colors from left to right; wants: whether each desk requires a principal; pay: dollars
    by position from the right; regular: whether it pays on the silver track instead of the gold one."""

    id: str = given()
    name: str = given()
    desks: list[int] = given("shared")
    wants: list[bool] = given("shared")
    pay: list[int] = given("shared")
    regular: bool = given()


class Event:
    """One event card; see DO, WHO and WHAT. text: a template, see `event_text`."""

    __slots__ = ("do", "id", "n", "name", "text", "what", "who")

    def __init__(self, entry: dict[str, Any], where: str) -> None:
        self.id = text(entry, "id", where)
        self.name = text(entry, "name", where)
        self.text = text(entry, "text", where)
        check_facts(self.text, ("innovation",), f"{where}.text")
        effect = entry.get("effect")
        if not isinstance(effect, dict) or not set(effect) <= {"do", "n", "who", "what"}:
            raise ContentError(f"{where}.effect should have 'do', plus 'n', 'who', and 'what' if the effect uses them")
        self.do = one_of(effect.get("do"), DO, f"{where}.effect.do")
        self.n = whole(effect.get("n", 0), -9, 99, f"{where}.effect.n")
        self.who = one_of(effect.get("who", "all"), WHO, f"{where}.effect.who")
        self.what = one_of(effect.get("what", WHAT[0]), WHAT, f"{where}.effect.what")

    def text_for(self, *, innovation: bool) -> str:
        """Return the text of the card. innovation: whether the table has an Innovation Project that counts as a regular
        one."""
        return fill(self.text, {"innovation": innovation})


class Content:
    """The boards.

    Consultants are cards: seniors first, then principals, by color. color[card], rank[card], kind[card]: 2 * color +
    rank, as the players know it; bit[card]: its bit in a mask of kinds. projects: regular ones, `regulars` of them,
    then international ones. internationals, innovation_desks: by number of players. innovation: colors of the
    Innovation Project's desks.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.hash = content_hash(data)
        table = data.get("projects")
        if not isinstance(table, dict):
            raise ContentError("projects.toml is missing")
        if table.get("colours") != list(COLOURS):
            raise ContentError(f"projects.toml colours should be {', '.join(COLOURS)}")
        deck, start = _table(table, "deck"), _table(table, "start")
        seniors = whole(deck.get("seniors"), 1, 99, "projects.toml deck.seniors")
        principals = whole(deck.get("principals"), 1, 99, "projects.toml deck.principals")
        self.colour = [c for n in (seniors, principals) for c in range(len(COLOURS)) for _ in range(n)]
        self.rank = [SENIOR] * seniors * len(COLOURS) + [PRINCIPAL] * principals * len(COLOURS)
        self.kind = [kind_of(colour, rank) for colour, rank in zip(self.colour, self.rank, strict=True)]
        self.bit = [1 << kind for kind in self.kind]
        self.money = whole(start.get("money"), 0, 99, "projects.toml start.money")
        self.start_seniors = whole(start.get("seniors"), 0, 9, "projects.toml start.seniors")
        self.start_principals = whole(start.get("principals"), 0, 9, "projects.toml start.principals")
        self.projects = self._read(table, "regular", "silver")
        self.regulars = len(self.projects)
        self.projects += self._read(table, "international", "gold")
        self.internationals = self._by_players(table, "internationals", len(self.projects) - self.regulars)
        colours = _table(table, "innovation").get("desks")
        if not isinstance(colours, list) or not 1 <= len(colours) <= MOST_DESKS:
            raise ContentError("projects.toml innovation.desks should be a list of colors")
        self.innovation = [one_of(c, COLOURS, "projects.toml innovation.desks") for c in colours]
        self.innovation_desks = self._by_players(table, "innovation", len(colours))
        cards = entries(data.get("events"), "event", "events.toml", least=1)
        self.events = [Event(entry, f"events.toml event {k}") for k, entry in enumerate(cards, 1)]

    def plain(self) -> str:
        """Return its hash, for fingerprints of states."""
        return self.hash

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the content by its hash, see `engine.contents`."""
        return reduce_by_hash(self.hash, __name__)

    def _read(self, table: dict[str, Any], kind: str, track: str) -> list[Project]:
        found = []
        for k, entry in enumerate(entries(table, kind, "projects.toml", least=1), 1):
            where = f"projects.toml {kind} {k}"
            desks = entry.get("desks")
            if not isinstance(desks, list) or not all(isinstance(desk, str) for desk in desks):
                raise ContentError(f"{where}.desks should be a list of colors")
            wants = [desk.endswith("*") for desk in desks]
            if not desks or len(desks) > MOST_DESKS or not wants[-1]:
                raise ContentError(
                    f"{where}.desks should have 1 to {MOST_DESKS} desks, and the last one must need a principal"
                )
            colours = [one_of(desk.rstrip("*"), COLOURS, f"{where}.desks") for desk in desks]
            pay = _table(table, track).get(str(len(desks)))
            if not isinstance(pay, list) or len(pay) != len(desks):
                raise ContentError(f"projects.toml {track}.{len(desks)} should have pay for {len(desks)} desks")
            dollars = [whole(n, 0, 99, f"projects.toml {track}.{len(desks)}") for n in pay]
            found.append(
                Project(
                    text(entry, "id", where), text(entry, "name", where), colours, wants, dollars, kind == "regular"
                )
            )
        return found

    def _by_players(self, table: dict[str, Any], key: str, most: int) -> dict[int, int]:
        numbers = _table(table, key)
        return {n: whole(numbers.get(str(n)), 1, most, f"projects.toml {key}.{n}") for n in (2, 3, 4)}


def _table(table: dict[str, Any], key: str) -> dict[str, Any]:
    found = table.get(key)
    if not isinstance(found, dict):
        raise ContentError(f"projects.toml {key} is missing")
    return found
