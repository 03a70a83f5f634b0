from __future__ import annotations

import pickle
import shutil
import statistics
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox import games
from cashbox.engine.bot import Bot
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import GameError
from cashbox.engine.journal import JournalError
from cashbox.engine.measure import Facts, Observer
from cashbox.lab import simulate as lab
from cashbox.lab.simulate import sameness
from cashbox.lab.simulate.table import play_out, seat_bots
from tests.engine.coins import Tiny
from tests.extra_game_folders import among_the_games

if TYPE_CHECKING:
    from cashbox.lab.simulate import Result

EXTRA = Path(__file__).parent.parent / "extra_games"


def without_times(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(result)
    return {key: value for key, value in found.items() if "second" not in key}


@pytest.mark.slow
@pytest.mark.parametrize("workers", [2, 3])
def test_results_are_the_same_for_any_number_of_workers(coins: str, workers: int) -> None:
    run = lab.plan(coins, 57, ["greedy", "random", "random"], seed=5)
    alone = lab.simulate(run)
    together = lab.simulate(msgspec.structs.replace(run, workers=workers))
    assert without_times(alone) == without_times(together)
    other = lab.plan(coins, 57, ["greedy", "random", "random"], seed=6)
    assert without_times(alone) != without_times(lab.simulate(other))


def test_the_result_has_the_promised_keys(coins: str) -> None:
    result = msgspec.to_builtins(lab.simulate(lab.plan(coins, 3, ["random", "random"])))
    assert list(result) == [
        "game", "games", "decisions", "seconds", "games_per_second", "decisions_per_second", "seats",
    ]  # fmt: skip
    assert [list(seat) for seat in result["seats"]] == [["bot", "wins", "mean", "sd", "min", "max"]] * 2


def test_totals_agree_with_the_games(coins: str) -> None:
    run = lab.plan(coins, 40, ["greedy", "random", "random"], seed=9)
    games = list(lab.stream(run))
    result = lab.simulate(run)
    assert [played.number for played in games] == list(range(40))
    assert result.decisions == sum(played.decisions for played in games)
    for i, seat in enumerate(result.seats):
        scores = [played.scores[played.bots.index(i)] for played in games]
        wins = sum(1 / len(p.winners) for p in games if p.bots.index(i) in p.winners)
        assert (seat.min, seat.max) == (min(scores), max(scores))
        assert seat.mean == pytest.approx(statistics.mean(scores), abs=1e-5)
        assert seat.sd == pytest.approx(statistics.stdev(scores), abs=1e-5)
        assert seat.wins == pytest.approx(wins, abs=1e-5)
    assert sum(seat.wins for seat in result.seats) == pytest.approx(40, abs=1e-4)


def test_simulated_games_have_limits_unless_options_say_otherwise() -> None:
    limits = games.about_game("cash").unattended
    assert limits
    seats = ["random", "random"]
    assert lab.plan("cash", 1, seats).options.items() >= limits.items()
    chosen = lab.plan("cash", 1, seats, options={"max_rounds": 2, "trading": False}).options
    assert chosen.items() >= {**limits, "max_rounds": 2, "trading": False}.items()


def test_bots_rotate_through_the_seats(coins: str) -> None:
    run = lab.plan(coins, 6, ["greedy", "random", "random"])
    for played in lab.stream(run):
        for i in range(3):
            assert played.bots[(i + played.number) % 3] == i


@pytest.mark.slow
def test_a_sensible_bot_does_better(coins: str) -> None:
    greedy, other = lab.simulate(lab.plan(coins, 200, ["greedy", "random"], seed=1)).seats
    assert greedy.mean > other.mean


def test_options_reach_the_game(coins: str) -> None:
    short = lab.simulate(lab.plan(coins, 10, ["random", "random"], options={"rounds": 1}))
    long = lab.simulate(lab.plan(coins, 10, ["random", "random"], options={"mode": "long"}))
    assert short.decisions < long.decisions


def scores_seen(view: msgspec.Struct) -> int:
    return len(msgspec.to_builtins(view)["counts"])


@pytest.mark.parametrize("workers", [1, 2])
def test_a_report_can_read_the_end_of_each_game(coins: str, workers: int) -> None:
    run = lab.plan(coins, 9, ["random", "random"], workers=workers)
    looked = lab.stream(msgspec.structs.replace(run, look=scores_seen))
    assert [played.note for played in looked] == [2] * 9


@pytest.mark.parametrize(
    ("games", "bots", "workers", "options", "code"),
    [
        (0, "random,random", 1, {}, "bad-number"),
        (5, "random,random", 0, {}, "bad-number"),
        (5, "random,nobody", 1, {}, "unknown-bot"),
        (5, "random", 1, {}, "bad-seats"),
        (5, "random,random", 1, {"colour": 1}, "unknown-option"),
        (5, "random,random", 1, {"rounds": 99}, "bad-option"),
    ],
)
def test_impossible_games_are_refused(
    coins: str, games: int, bots: str, workers: int, options: dict[str, int], code: str
) -> None:
    with pytest.raises(GameError) as caught:
        lab.plan(coins, games, bots.split(","), options=options, workers=workers)
    assert caught.value.code == code


def test_an_error_arrives_complete_from_another_process() -> None:
    again = pickle.loads(pickle.dumps(GameError("bad-option", "There is no such thing.")))
    assert (again.code, str(again)) == ("bad-option", "There is no such thing.")
    journal = pickle.loads(pickle.dumps(JournalError("Line 3 is damaged.", 3)))
    assert (journal.code, str(journal), journal.line) == ("bad-journal", "Line 3 is damaged.", 3)


class Stuck(Tiny):
    def due(self, state: Any) -> int:
        return 1

    def legal(self, state: Any, seat: int) -> list[int]:
        return []


def test_a_dead_end_is_an_error() -> None:
    game = Stuck()
    state = game.start(game.check_options({}, 2), 2, SeededChance(1))
    with pytest.raises(GameError, match="no legal action"):
        lab.play_out(game, state, lab.seat_bots(game, ["random", "random"], 1), SeededChance(1))


def test_learned_weights_identify_machines(tmp_path: Path) -> None:
    """A worker of a cluster that has learned something else would play other games."""
    shutil.copytree(EXTRA, tmp_path / "games", ignore=shutil.ignore_patterns("__pycache__"))
    digests = []
    for name in ("", "data/learned.bin", "board/board.js", "coins.md"):
        file = tmp_path / "games" / "coins" / name
        if name:
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(b"1")
        with among_the_games(tmp_path / "games"):
            sameness.make_of.cache_clear()
            digests.append(sameness.make_of("coins").code)
    sameness.make_of.cache_clear()
    assert len(set(digests[:2])) == 2
    assert len(set(digests[1:])) == 1


class Wheel(Tiny):
    """A game that never ends: nothing goes on after a turn."""

    def _next(self, state: Any) -> None:
        pass


@pytest.mark.parametrize("watched", [False, True])
def test_a_game_that_does_not_end_names_the_decision_that_repeats(*, watched: bool) -> None:
    game = Wheel()
    state = game.start(game.check_options({}, 2), 2, SeededChance(1))
    bots = seat_bots(game, ["random", "random"], 1)
    with pytest.raises(GameError, match=r"doesn't end within its bound of 60 actions: seat \d made 60 of the last 60"):
        play_out(game, state, bots, SeededChance(1), Onlooker() if watched else None)


def test_a_bot_that_picks_what_it_was_not_offered_is_an_error() -> None:
    game = Tiny()
    state = game.start(game.check_options({}, 2), 2, SeededChance(1))
    bots = [Careless(game, seat, SeededChance(seat)) for seat in range(2)]
    with pytest.raises(GameError, match="The bot careless picked 99, which isn't legal"):
        play_out(game, state, bots, SeededChance(1))


class Careless(Bot):
    """Picks what is not there."""

    name = "careless"

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        return 99


class Onlooker(Observer):
    """Notes what is done, and keeps play from going any other way than action by action."""

    def __init__(self) -> None:
        self.actions = 0

    def before(self, state: Any, seat: int, action: int) -> None:
        self.actions += 1

    def ended(self, state: Any) -> Facts:
        return Facts()


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game_id", ["cash", "consultants", "envelopes"])
def test_random_bots_play_the_same_games_with_and_without_observers(game_id: str) -> None:
    """Where no one does, the game plays them on at once."""
    game: Any = games.load(game_id)
    ends = []
    for onlooker in (None, Onlooker()):
        chance = SeededChance(3)
        state = game.start(game.check_options(game.about.unattended, 3), 3, chance)
        counts = play_out(game, state, seat_bots(game, ["random"] * 3, 4), chance, onlooker)
        assert onlooker is None or counts[0] == onlooker.actions > counts[1] > 0
        ends.append((counts, game.fingerprint(state), game.outcome(state), chance.mark()))
    assert ends[0] == ends[1]


def test_another_map_drawing_is_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A map that is drawn again changes no game, so ladders and balance go on."""
    before = sameness.rules_content("envelopes")
    game = games.load("envelopes")
    for part, same in (("drawing", True), ("cards", False)):
        other = SimpleNamespace(content={**game.content, part: "another"})
        monkeypatch.setattr(games, "load", lambda *_, other=other: other)
        assert (sameness.rules_content("envelopes") == before) is same
