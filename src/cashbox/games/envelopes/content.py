"""The content of a game: map, cards, coaches, as flat tables of ints for the rules and as plain JSON for the page.

Source: RULINGS A1-A3. The files are in `data/`. Every error in them is one sentence that names the file, the entry, and
the field.
"""

from __future__ import annotations

from typing import Any, Final

from cashbox.engine.contents import reduce_by_hash
from cashbox.engine.data import ContentError, entries, one_of, read_files, text, whole
from cashbox.engine.journal import content_hash
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.card_effects import Effect, read_effect
from cashbox.games.envelopes.drawing import check_drawing
from cashbox.games.envelopes.lessons import read_lessons

_FILES: Final = {
    "map": "map.toml",
    "cards": "cards.toml",
    "coaches": "coaches.toml",
    "boards": "boards.toml",
    "lessons": "lessons.toml",
    "drawing": "drawing.json",
}
_ALWAYS: Final = ("map", "cards", "coaches")
"""The parts of every content; one stored with an old journal may lack the others."""

LEAST_CARDS: Final = 24
"""Four players are dealt six each for the Secret Stash. When the deck is empty, players are dealt fewer cards."""
LEAST_COACHES: Final = 4
LEAST_BOARDS: Final = 4
"""One Recruiting Board for each player."""


def read_data() -> dict[str, Any]:
    """Read the data files as one plain JSON value: {"map", "cards", "coaches", "boards", "lessons", "drawing"}.

    The board draws the map from the drawing, which the rules do not read. ContentError if a file cannot be read.
    """
    return read_files("cashbox.games.envelopes", _FILES)


class Content:
    """Tables by number. Colors, positions, kinds, uses: see `vocabulary`.

    cards, coaches: their number. Cards 0..cards-1 are the printed numbers minus one; coaches follow, without cost or
    stars. cost[card] and recruit_cost[slot]: six ints by color. value[slot]: stars printed on the token.
    space_of[slot], regions_of[slot] (mask). Spaces: states 0..23, borders 24..31, starts 32..35, circles. roads[space]:
    neighboring spaces in the order of their numbers. here[space]: recruit slots there. boards: by Recruiting Board five
    positions, the first three marked. lessons: by the id of their mode. forms: of actions.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.hash = content_hash(data)
        for key in _ALWAYS:
            if not isinstance(data.get(key), dict):
                raise ContentError(f"{_FILES[key]} is missing")
        self._read_map(data["map"])
        self._read_cards(data["cards"], data["coaches"])
        self.boards: list[list[int]] = []
        if "boards" in data:
            self._read_boards(data["boards"])
        self.forms = act.forms(self.cards, self.space_ids, self.coach_ids)
        self._derive()
        self.lessons = read_lessons(data["lessons"], self) if "lessons" in data else {}
        if "drawing" in data:
            recruits = [len(slots) for slots in self.here]
            check_drawing(data["drawing"], dict(zip(self.space_ids, recruits, strict=True)))

    def plain(self) -> str:
        """Return its hash, for fingerprints of states."""
        return self.hash

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the content by its hash, see `engine.contents`."""
        return reduce_by_hash(self.hash, __name__)

    # -- map.toml ------------------------------------------------------------------------------------------------

    def _read_map(self, table: dict[str, Any]) -> None:
        self.region_names = [
            text(entry, "name", f"map.toml region {k + 1}")
            for k, entry in enumerate(entries(table, "region", "map.toml", 6))
        ]
        for k, entry in enumerate(table["region"]):
            if entry.get("id") != v.COLOURS[k]:
                raise ContentError(f"map.toml region {k + 1}.id should be {v.COLOURS[k]}, not {entry.get('id')!r}")
        self.space_ids: list[str] = []
        self.space_names: list[str] = []
        self.value = [0] * v.RECRUITS
        self.recruit_cost: list[list[int]] = [[0] * 6 for _ in range(v.RECRUITS)]
        self.regions_of = [0] * v.RECRUITS
        self.space_of = [0] * v.RECRUITS
        self.start_space: list[int] = [0] * 4
        self.home_colour: list[int] = [0] * 4
        read = {
            "state": self._read_states,
            "border": self._read_borders,
            "start": self._read_starts,
            "circle": self._read_circles,
        }
        for kind in v.SPACES:
            read[kind](table)
        self._read_roads(table)

    def _read_starts(self, table: dict[str, Any]) -> None:
        for k, entry in enumerate(entries(table, "start", "map.toml", 4)):
            where = f"map.toml start {entry.get('id')}"
            if entry.get("seat") != v.SYMBOLS[k]:
                raise ContentError(f"{where}.seat should be {v.SYMBOLS[k]}, not {entry.get('seat')!r}")
            self.start_space[k] = self._add_space(entry, where)
            self.home_colour[k] = one_of(entry.get("region"), v.COLOURS, f"{where}.region")

    def _read_circles(self, table: dict[str, Any]) -> None:
        for entry in entries(table, "circle", "map.toml"):
            self._add_space(entry, f"map.toml circle {entry.get('id')}")

    def _add_space(self, entry: dict[str, Any], where: str) -> int:
        space_id = text(entry, "id", where)
        if space_id in self.space_ids:
            raise ContentError(f"{where}.id appears twice")
        self.space_ids.append(space_id)
        self.space_names.append(text(entry, "name", where))
        return len(self.space_ids) - 1

    def _read_states(self, table: dict[str, Any]) -> None:
        seen: set[tuple[int, int]] = set()
        for k, entry in enumerate(entries(table, "state", "map.toml", v.STATES)):
            where = f"map.toml state {entry.get('id')}"
            self.space_of[k] = self._add_space(entry, where)
            colour = one_of(entry.get("region"), v.COLOURS, f"{where}.region")
            stars = whole(entry.get("stars"), 2, 5, f"{where}.stars")
            if (colour, stars) in seen:
                raise ContentError(f"{where}.stars: another {v.COLOURS[colour]} state already has {stars} stars")
            seen.add((colour, stars))
            self.value[k] = stars
            self.recruit_cost[k][colour] = stars - 1
            self.regions_of[k] = 1 << colour

    def _read_borders(self, table: dict[str, Any]) -> None:
        for k, entry in enumerate(entries(table, "border", "map.toml", v.BORDERS)):
            where = f"map.toml border {entry.get('id')}"
            space = self._add_space(entry, where)
            pair, stars = entry.get("regions"), entry.get("stars")
            if not isinstance(pair, list) or len(pair) != 2 or not isinstance(stars, list) or len(stars) != 2:
                raise ContentError(f"{where} should have two regions and two stars")
            for j in range(2):
                slot = v.FIRST_BORDER + 2 * k + j
                self.space_of[slot] = space
                self.value[slot] = whole(stars[j], 1, 5, f"{where}.stars")
                for name in pair:
                    colour = one_of(name, v.COLOURS, f"{where}.regions")
                    self.recruit_cost[slot][colour] = 2
                    self.regions_of[slot] |= 1 << colour

    def _read_roads(self, table: dict[str, Any]) -> None:
        self.spaces = len(self.space_ids)
        if self.spaces > act.MOST_SPACES:
            raise ContentError(f"map.toml has {self.spaces} spaces, but the maximum is {act.MOST_SPACES}")
        self.roads: list[list[int]] = [[] for _ in range(self.spaces)]
        for k, entry in enumerate(entries(table, "road", "map.toml")):
            where = f"map.toml road {k + 1}.between"
            ends = entry.get("between")
            if not isinstance(ends, list) or len(ends) != 2 or ends[0] == ends[1]:
                raise ContentError(f"{where} should have two different spaces")
            a, b = (one_of(end, self.space_ids, where) for end in ends)
            if b in self.roads[a]:
                raise ContentError(f"{where}: the road from {ends[0]} to {ends[1]} appears twice")
            self.roads[a].append(b)
            self.roads[b].append(a)
        for roads in self.roads:
            roads.sort()
        self._check_connected()

    def _check_connected(self) -> None:
        reached = {0}
        todo = [0]
        while todo:
            for space in self.roads[todo.pop()]:
                if space not in reached:
                    reached.add(space)
                    todo.append(space)
        for space in range(self.spaces):
            if space not in reached:
                raise ContentError(f"map.toml has no road to {self.space_ids[space]}")

    # -- cards.toml, coaches.toml ----------------------------------------------------------------------------------

    def _read_cards(self, cards: dict[str, Any], coaches: dict[str, Any]) -> None:
        self.names: list[str] = []
        self.texts: list[str] = []
        self.kind: list[int] = []
        self.use: list[int] = []
        self.stars: list[int] = []
        self.cost: list[list[int]] = []
        self.fund_region: list[int] = []
        self.effect: list[Effect] = []
        found = entries(cards, "card", "cards.toml")
        self.cards = len(found)
        if not LEAST_CARDS <= self.cards <= act.MOST_CARDS:
            raise ContentError(
                f"cards.toml has {self.cards} [[card]] entries, but should have {LEAST_CARDS} to {act.MOST_CARDS}"
            )
        for k, entry in enumerate(found):
            where = f"cards.toml card {entry.get('number')}"
            if entry.get("number") != k + 1:
                raise ContentError(f"{where}.number should be {k + 1}")
            self._read_card(entry, where)
        self.coach_ids: list[str] = []
        for entry in entries(coaches, "coach", "coaches.toml"):
            where = f"coaches.toml coach {entry.get('id')}"
            self.coach_ids.append(text(entry, "id", where))
            self._add_card(entry, where, v.COACH, 0, [0] * 6, -1)
        self.coaches = len(self.coach_ids)
        if not LEAST_COACHES <= self.coaches <= act.MOST_COACHES:
            wanted = f"{LEAST_COACHES} to {act.MOST_COACHES}"
            raise ContentError(f"coaches.toml has {self.coaches} [[coach]] entries, but should have {wanted}")

    def _read_card(self, entry: dict[str, Any], where: str) -> None:
        kind = one_of(entry.get("kind"), v.KINDS[:3], f"{where}.kind")
        region = one_of(entry.get("region"), v.COLOURS, f"{where}.region") if kind == v.FUND else -1
        cost = [0] * 6
        colours = entry.get("cost")
        if not isinstance(colours, list) or not 1 <= len(colours) <= 4:
            raise ContentError(f"{where}.cost should have 1 to 4 colors")
        for colour in colours:
            cost[one_of(colour, v.COLOURS, f"{where}.cost")] += 1
        self._add_card(entry, where, kind, whole(entry.get("stars"), 1, 6, f"{where}.stars"), cost, region)

    def _add_card(self, entry: dict[str, Any], where: str, kind: int, stars: int, cost: list[int], region: int) -> None:
        self.names.append(text(entry, "name", where))
        self.texts.append(text(entry, "text", where))
        self.kind.append(kind)
        effect = read_effect(entry.get("effect"), entry.get("use", ""), f"{where}.effect")
        self.effect.append(effect)
        self.use.append(effect.use)
        self.stars.append(stars)
        self.cost.append(cost)
        self.fund_region.append(region)

    # -- boards.toml -----------------------------------------------------------------------------------------------

    def _read_boards(self, table: dict[str, Any]) -> None:
        for k, entry in enumerate(entries(table, "board", "boards.toml")):
            where = f"boards.toml board {k + 1}.positions"
            names = entry.get("positions")
            if not isinstance(names, list) or len(names) != 5:
                raise ContentError(f"{where} should have five positions")
            board = [one_of(name, v.POSITIONS, where) for name in names]
            if len(set(board)) < 5:
                raise ContentError(f"{where} should have five different positions")
            if any(set(board) == set(other) and set(board[:3]) == set(other[:3]) for other in self.boards):
                raise ContentError(f"{where} is the same as another board")
            self.boards.append(board)
        if len(self.boards) < LEAST_BOARDS:
            raise ContentError(f"boards.toml should have at least {LEAST_BOARDS} Recruiting Boards")

    # -- derived tables ---------------------------------------------------------------------------------------

    def _derive(self) -> None:
        self.away: list[list[int]] = []
        """By space: the distance to every other space, in steps."""
        self.first_step: list[list[int]] = []
        """By space: the first step on the way to every other space."""
        for space in range(self.spaces):
            away, first = _ways(self.roads, space)
            self.away.append(away)
            self.first_step.append(first)
        self.here: list[list[int]] = [[] for _ in range(self.spaces)]
        for slot in range(v.RECRUITS):
            self.here[self.space_of[slot]].append(slot)
        self.wants = [sum(1 << slot for slot in range(v.RECRUITS) if self.recruit_cost[slot][c]) for c in range(6)]
        """By color: the mask of recruit slots whose cost contains it."""
        self.moves = [[act.MOVE + space for space in roads] for roads in self.roads]
        """By space: the actions that drive to its neighbors."""
        self.space_regions = [0] * self.spaces
        for slot in range(v.RECRUITS):
            self.space_regions[self.space_of[slot]] = self.regions_of[slot]


def _ways(roads: list[list[int]], start: int) -> tuple[list[int], list[int]]:
    """Return, for one space, the distance to every other one, and the first step on a shortest way there."""
    away = [-1] * len(roads)
    first = [start] * len(roads)
    away[start] = 0
    todo = [start]
    for space in todo:
        for to in roads[space]:
            if away[to] < 0:
                away[to] = away[space] + 1
                first[to] = to if space == start else first[space]
                todo.append(to)
    return away, first
