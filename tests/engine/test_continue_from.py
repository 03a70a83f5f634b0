"""Test games that continue another game: what they inherit, what is redealt, and what is proved."""

from __future__ import annotations

import hashlib
import random
from functools import cache
from itertools import product
from typing import Any

import msgspec
import pytest

from cashbox import games
from cashbox.engine.chain import Chain
from cashbox.engine.chance import RecordedDeal, SeededChance
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.going_on import Prologue, comes_from, continue_game, origin_of, take_over
from cashbox.engine.hidden_cards.sampler import Sampler
from cashbox.engine.journal import Entry, Journal, JournalError, dumps, loads
from cashbox.engine.live_chance import LiveChance
from cashbox.engine.match import Match
from cashbox.engine.phrases import address, listed
from cashbox.engine.seats import seats_of
from cashbox.engine.verify import verify
from tests.engine.coins import HIGH, LOW, STORE, Tiny
from tests.engine.live_journals import bound, live, play_out
from tests.engine.test_journal import resum

SECRET, OTHER = bytes(range(32)), bytes(range(32, 64))
NONCES = ["mine", "", "theirs", "ours", "x"]
NAMES = ["Ann", "Bo", "Cy", "Di", "Ed"]
KINDS: dict[str, tuple[int, dict[str, Any]]] = {
    "coins": (3, {}),
    "cash": (4, {"mode": "quick", "max_rounds": 4, "max_turns": 40}),
    "consultants": (3, {"mode": "basic"}),
    "envelopes": (3, {"mode": "standard"}),
    "envelopes online": (4, {"mode": "online"}),
}
POINTS = 8
"""Of each game, from which another one goes on."""

replace = msgspec.structs.replace


def rules(kind: str) -> Any:
    return Tiny() if kind == "coins" else games.load(kind.split(maxsplit=1)[0])


def of(journal: Journal) -> Any:
    return Tiny.of(journal) if journal.header.game == "coins" else games.load_for(journal)


@cache
def played(kind: str) -> bytes:
    """A game from start to end, as it is kept."""
    seats, options = KINDS[kind]
    return dumps(play_out(live(rules(kind), OTHER, ["their"] * seats, NAMES[:seats], options), OTHER, undo=8))


def gone_on(kind: str, n: int, anew: int = 0, secret: bytes = SECRET, old: bytes | None = None) -> Match[Any]:
    """A game that goes on after step n."""
    seats, _ = KINDS[kind]
    journal = loads(old or played(kind))
    game, nonces = of(journal), NONCES[:seats]
    chance = LiveChance(secret, [nonce for nonce in nonces if nonce])
    options, prologue = journal.header.options, take_over(game, journal, n)
    return continue_game(game, options, prologue, chance, players=NAMES[:seats], proof=bound(secret, nonces), anew=anew)


@cache
def finished(anew: int = 0b101, n: int = 9) -> bytes:
    return dumps(play_out(gone_on("coins", n, anew), SECRET))


def seen(game: Any, state: Any, seat: int) -> tuple[bytes, list[int]]:
    return msgspec.json.encode(game.view(state, seat)), game.legal(state, seat) if seat >= 0 else []


def points(kind: str) -> list[tuple[int, int]]:
    """Steps to go on from, and seats (a mask) that go on."""
    rand, journal = random.Random(kind), loads(played(kind))
    last, seats = len(journal.entries) - 2, journal.header.seats
    return [(rand.randint(0, last), rand.randrange(1, 1 << seats)) for _ in range(POINTS)]


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("kind", KINDS)
def test_a_continued_game_starts_in_the_same_state(kind: str) -> None:
    old = loads(played(kind))
    for n, _ in points(kind)[:4]:
        there, here = Match.replay(of(old), old, n), gone_on(kind, n)
        assert here.game.fingerprint(here.state) == there.game.fingerprint(there.state)
        assert here.journal.entries == old.entries[: n + 1]
        assert here.journal.drawn == 0
        assert all(here.can_undo(seat) == 0 for seat in range(old.header.seats))


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize("kind", KINDS)
def test_a_redeal_changes_no_view_of_the_continuing_seats(kind: str) -> None:
    old, differing = loads(played(kind)), 0
    for n, seats in points(kind):
        true = Match.replay(of(old), old, n)
        game = true.game
        dealt = [game.sampler(true.state, seats)(SeededChance(k)) for k in range(3)]
        for state, seat in product(dealt, (*seats_of(seats), SPECTATOR)):
            assert seen(game, state, seat) == seen(game, true.state, seat)
        differing += len({game.fingerprint(state) for state in (true.state, *dealt)}) == 4
    assert differing >= POINTS // 2


@pytest.mark.few(0, usual=3)
@pytest.mark.parametrize("kind", KINDS)
def test_a_redeal_uses_the_new_games_chance_and_is_announced(kind: str) -> None:
    n, seats = points(kind)[0]
    one, same, other = (gone_on(kind, n, seats, secret) for secret in (SECRET, SECRET, OTHER))
    assert one.journal.entries == same.journal.entries
    assert one.journal.entries[-1].anew == seats
    assert one.journal.entries[-1].chance != other.journal.entries[-1].chance
    assert one.journal.drawn == len(one.journal.entries[-1].chance) == one.chance.mark()
    for viewer in (SPECTATOR, *range(one.journal.header.seats)):
        told = [text for at, text in one.log(viewer, address(NAMES, viewer)) if at == n + 1]
        others = [NAMES[seat] for seat in seats_of(seats) if seat != viewer]
        names = listed(["you", *others] if viewer in seats_of(seats) else others)
        assert told == [f"The cards hidden from {names} are redealt."]


@pytest.mark.few(0, usual=3)
@pytest.mark.parametrize("kind", KINDS)
def test_the_journal_of_a_continued_game_is_complete_and_verifies(kind: str) -> None:
    old = loads(played(kind))
    for n, seats in points(kind)[:2]:
        match = gone_on(kind, n, seats)
        journal = play_out(match, SECRET, seed=f"{kind} {n}", undo=8)
        again = loads(dumps(journal))
        assert again == journal
        assert dumps(again) == dumps(journal)
        replayed = Match.replay(of(again), again)
        assert replayed.game.fingerprint(replayed.state) == match.game.fingerprint(match.state)
        report = verify(again, of, [Chain(again.header, SECRET).after(again.entries, n)])
        assert report.faults == ()
        assert report.draws == sum(len(entry.chance) for entry in again.entries[n + 1 :])
        assert again.header.origin in " ".join(report.guarantees)
        assert comes_from(again, old)


def test_inherited_draws_are_checked_against_the_original_journal() -> None:
    old, again = loads(played("coins")), loads(finished())
    before = sum(len(entry.chance) for entry in old.entries[: again.header.taken_over])
    alone = verify(again, of)
    assert alone.ok
    assert (alone.draws, alone.unchecked) == (again.drawn, before)
    assert before > 0
    both = verify(again, of, origins=[old])
    assert both.faults == ()
    assert (both.draws, both.unchecked) == (again.drawn + before, 0)
    assert "whose journal was also checked." in " ".join(both.guarantees)
    assert verify(again, of, origins=[loads(finished(n=5)), old]).ok
    assert "that game's journal is missing" in " ".join(verify(again, of, origins=[loads(finished(n=5))]).faults)
    assert "doesn't continue another one" in " ".join(verify(old, of, origins=[again]).faults)


def test_a_game_continued_from_chosen_draws_is_reported() -> None:
    """The operator invents the game before, with draws to the operator's liking."""
    old = loads(played("coins"))
    (n, answer), *others = old.entries[0].chance
    invented = msgspec.structs.replace(old.entries[0], chance=((n, (answer + 1) % n), *others))
    other = Journal(old.header, old.content, [invented])
    nonces = NONCES[: old.header.seats]
    prologue = Prologue((invented,), origin_of(other, 1, OTHER.hex()))
    chance = LiveChance(SECRET, [nonce for nonce in nonces if nonce])
    match = continue_game(
        of(old), old.header.options, prologue, chance, players=NAMES[: old.header.seats], proof=bound(SECRET, nonces)
    )
    again = play_out(match, SECRET)
    assert verify(again, of).unchecked == len(invented.chance)
    whole = Match.resume(of(old), other, LiveChance(OTHER, old.header.shares, other.drawn))
    forged = play_out(whole, OTHER)
    assert comes_from(again, forged)
    faults = verify(again, of, origins=[forged]).faults
    assert faults[0].startswith("In the game that this one continues: Entry 0, draw 0: the journal has ")


def test_a_game_continued_twice_needs_both_journals() -> None:
    first, second = loads(played("coins")), loads(finished(anew=0))
    third = loads(dumps(play_out(gone_on("coins", 12, 0, b"3" * 32, finished(anew=0)), b"3" * 32)))
    assert verify(third, of, origins=[second, first]).ok
    assert "journal is missing" in " ".join(verify(third, of, origins=[second]).faults)


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize("kind", KINDS)
def test_a_restarted_table_continues_with_the_same_draws(kind: str) -> None:
    """Killed at any entry, with a source that stands after the journal's own draws."""
    n, seats = points(kind)[0]
    whole = play_out(gone_on(kind, n, seats), SECRET, undo=8)
    for stop in range(n + 2, len(whole.entries), max(1, (len(whole.entries) - n) // 5)):
        cut = Journal(whole.header, whole.content, whole.entries[:stop])
        match = Match.resume(of(whole), cut, LiveChance(SECRET, whole.header.shares, cut.drawn))
        for entry in whole.entries[stop:]:
            if entry.undo:
                match.undo(entry.seat, entry.undo)
            else:
                match.act(entry.seat, [match.game.decode(entry.do or {})])
        assert match.journal.entries == whole.entries


def test_inherited_moves_cannot_be_undone() -> None:
    start = Match.start(Tiny(), {}, 2, SeededChance(1), players=NAMES[:2])
    start.act(0, [LOW])
    here = continue_game(Tiny(), {}, take_over(Tiny(), start.journal, 1), SeededChance(2), players=NAMES[:2])
    assert start.can_undo(0) == 1
    assert here.can_undo(0) == 0
    with pytest.raises(GameError, match="nothing to undo"):
        here.propose_undo(0)
    here.act(1, [HIGH])
    here.act(1, [STORE])
    here.undo(1)
    assert Match.replay(Tiny(), here.journal).journal == here.journal
    forged = [*here.journal.entries[:2], Entry(2, 0, undo=1)]
    with pytest.raises(JournalError, match="nothing to undo"):
        Match.replay(Tiny(), Journal(here.journal.header, here.journal.content, forged))


def test_undone_moves_before_the_point_are_inherited() -> None:
    start = Match.start(Tiny(), {}, 2, SeededChance(1), players=NAMES[:2])
    start.act(0, [LOW])
    start.undo(0)
    here = continue_game(Tiny(), {}, take_over(Tiny(), start.journal, 2), SeededChance(2), players=NAMES[:2])
    assert here.past(0, 8) == []
    here.act(0, [HIGH])
    assert here.past(1, 8) == [()]
    assert [entry.undo for entry in here.journal.entries] == [0, 0, 1, 0]


def test_a_continued_game_can_be_continued() -> None:
    first = finished()
    kept = next(entry.n for entry in loads(first).entries if entry.anew)
    for n in (kept - 1, kept, kept + 3):
        match = gone_on("coins", n, 0b11, OTHER, first)
        journal = loads(dumps(play_out(match, OTHER)))
        assert sum(1 for entry in journal.entries if entry.anew) == 1 + (n >= kept)
        assert verify(journal, Tiny.of).faults == ()
        assert comes_from(journal, loads(first))


def test_the_origin_of_a_game_without_a_chain_names_its_lines() -> None:
    """A game of no live table has no secret, and so no chain."""
    old = play_out(Match.start(Tiny(), {}, 2, SeededChance(1), players=NAMES[:2]), b"")
    lines = dumps(old).splitlines(keepends=True)
    assert origin_of(old, 4) == hashlib.sha256(b"".join([lines[0], *lines[3:7]])).hexdigest()
    match = continue_game(Tiny(), {}, take_over(Tiny(), old, 3), LiveChance(OTHER, []), players=NAMES[:2], anew=1)
    assert comes_from(match.journal, old)
    assert not comes_from(match.journal, loads(played("coins")))
    assert not comes_from(old, old)


@pytest.mark.parametrize("n", [-1, 10_000])
def test_continuing_from_an_unknown_step_is_refused(n: int) -> None:
    last = len(loads(played("coins")).entries) - 1
    with pytest.raises(GameError, match=f"There is no step {n}. This game has steps 0 to {last}"):
        gone_on("coins", n)


def test_continuing_from_the_end_is_refused() -> None:
    last = len(loads(played("coins")).entries) - 1
    with pytest.raises(GameError, match="The game is over at this step"):
        gone_on("coins", last)


@pytest.mark.parametrize("seats", [-1, 0b1000])
def test_a_redeal_for_unknown_seats_is_refused(seats: int) -> None:
    with pytest.raises(GameError, match="not a valid set of seats"):
        gone_on("coins", 3, seats)


# -- forgeries -----------------------------------------------------------------------------------------------------


def faults(found: Journal) -> str:
    return " ".join(verify(found, Tiny.of).faults)


def test_a_changed_inherited_entry_is_found() -> None:
    for n in range(10):
        found = loads(finished())
        entry = found.entries[n]
        if entry.chance:
            forged = replace(entry, chance=tuple((of, (answer + 1) % of) for of, answer in entry.chance))
        else:
            forged = replace(entry, seat=(entry.seat + 1) % 3)
        found.entries[n] = forged
        assert "The chain doesn't lead to its final head" in faults(found)
        assert not comes_from(found, loads(played("coins")))


@pytest.mark.parametrize("change", [{"origin": "0" * 64}, {"taken_over": 9}, {"taken_over": 0, "origin": ""}])
def test_a_changed_origin_is_found(change: dict[str, Any]) -> None:
    found = loads(finished())
    found.header = replace(found.header, **change)
    assert "The chain doesn't lead to its final head" in faults(found)


def test_changed_draws_of_a_redeal_are_found() -> None:
    found = loads(finished())
    entry = found.entries[10]
    assert entry.anew
    found.entries[10] = replace(entry, chance=((entry.chance[0][0], 0 if entry.chance[0][1] else 1), *entry.chance[1:]))
    assert "Entry 10, draw 0: the journal has" in faults(found)
    for chance in (entry.chance[:-1], (*entry.chance, (2, 1))):
        found.entries[10] = replace(entry, chance=chance)
        assert "the secret gives" in faults(found)


def test_verifying_says_whether_redealt_cards_follow_from_their_draws() -> None:
    found = loads(finished())
    assert "Entry 10 redeals the cards that its draws give." in verify(found, of).guarantees
    entry = found.entries[10]
    for change in ({"dealt": other_deal(found)}, {"chance": entry.chance[:-1]}, {"chance": (*entry.chance, (2, 1))}):
        found.entries[10] = replace(entry, **change)
        found.end = None
        del found.entries[11:]
        said = " ".join(verify(found, of).guarantees)
        assert "that its draws give" not in said
        assert "only the version that played the game can check" in said


def other_deal(journal: Journal) -> tuple[int, ...]:
    """Another deal that the seats of entry 10 can't tell from the true one."""
    before = Match.replay(of(journal), journal, 9)
    for seed in range(9):
        deal = RecordedDeal(SeededChance(seed))
        before.game.sampler(before.state, journal.entries[10].anew)(deal)
        if tuple(deal.dealt) != journal.entries[10].dealt:
            return tuple(deal.dealt)
    pytest.fail("always the same")


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize("kind", KINDS)
def test_a_redeal_is_replayed_without_its_draws_and_counting(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """How cards are drawn is no format: an entry says where they are."""
    n, seats = points(kind)[0]
    match = gone_on(kind, n, seats)
    again = loads(dumps(match.journal))
    monkeypatch.setattr(Sampler, "_assign", None)
    again.entries[-1] = replace(again.entries[-1], chance=())
    replayed = Match.replay(of(again), again)
    assert replayed.game.fingerprint(replayed.state) == match.game.fingerprint(match.state)


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize("kind", KINDS)
def test_a_redeal_that_contradicts_its_seats_views_is_refused(kind: str) -> None:
    """Each number of it is changed to all that it could be, and some that it could not."""
    n, seats = points(kind)[0]
    match = gone_on(kind, n, seats)
    game, journal, rand = match.game, loads(dumps(match.journal)), random.Random(kind)
    *before, entry = journal.entries
    true, refused = Match.replay(game, journal, n), 0
    for _ in range(120):
        dealt = list(entry.dealt)
        dealt[rand.randrange(len(dealt))] = rand.randint(-2, max(dealt) + 2)
        forged = Journal(journal.header, journal.content, [*before, replace(entry, dealt=tuple(dealt))])
        other = replayed_or_refused(game, forged)
        refused += other is None
        for seat in seats_of(seats) if other else ():
            assert seen(game, other.state, seat) == seen(game, true.state, seat)
    assert refused > 5
    for some in ((), entry.dealt[:-1], (*entry.dealt, 0)):
        forged = Journal(journal.header, journal.content, [*before, replace(entry, dealt=some)])
        with pytest.raises(JournalError, match=f"Entry {entry.n} is invalid: "):
            Match.replay(game, forged)


def replayed_or_refused(game: Any, journal: Journal) -> Any:
    try:
        return Match.replay(game, journal)
    except JournalError:
        return None


@pytest.mark.parametrize("n", [0, 5])
def test_only_a_redeal_has_dealt_cards(n: int) -> None:
    with pytest.raises(JournalError, match=r"can say how cards were dealt|the start can't have"):
        loads(line(n + 4, dealt=[0]))


def test_a_redeal_cannot_change_its_seats() -> None:
    found = loads(finished())
    found.entries[10] = replace(found.entries[10], anew=0b111)
    assert "The chain doesn't lead to its final head" in faults(found)


@pytest.mark.parametrize("at", [11, 12])
def test_a_redeal_happens_once_right_after_the_inherited_entries(at: int) -> None:
    found = loads(finished())
    anew = found.entries[10]
    if at == 12:
        del found.entries[10]
    found.entries.insert(at, anew)
    found.entries[:] = [replace(entry, n=n) for n, entry in enumerate(found.entries)]
    sentence = "redealt right after the entries of the earlier game"
    with pytest.raises(JournalError, match=sentence):
        loads(dumps(found))
    assert sentence in faults(found)


def line(number: int, **changes: Any) -> bytes:
    lines = finished().splitlines()[:-1]
    record = {key: value for key, value in (msgspec.json.decode(lines[number - 1]) | changes).items() if value != ...}
    lines[number - 1] = msgspec.json.encode(record)
    return resum(lines)


@pytest.mark.parametrize(
    ("number", "changes", "sentence"),
    [
        (1, {"taken_over": -1}, "Line 1: -1 is not a valid number of entries"),
        (1, {"taken_over": ...}, "Line 1: the journal names an origin, but has no entries from it"),
        (1, {"origin": ...}, "Line 1: the origin is not a SHA-256 hash in hex"),
        (1, {"origin": "x"}, "Line 1: the origin is not a SHA-256 hash in hex"),
        (1, {"taken_over": 10**9}, "the header says that 1000000000 entries come from another game, but there are"),
        (14, {"anew": 8}, "Line 14: 8 is not a valid set of seats to redeal for"),
        (14, {"anew": -1}, "Line 14: -1 is not a valid set of seats to redeal for"),
    ],
)
def test_a_damaged_file_is_refused_with_a_sentence(number: int, changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(JournalError, match=sentence):
        loads(line(number, **changes))


def test_a_redeal_is_not_an_action() -> None:
    found = loads(finished())
    for change in ({"seat": 1}, {"do": {"type": "pass"}}, {"undo": 1}, {"by": "lapse"}):
        found.entries[10] = replace(loads(finished()).entries[10], **change)
        with pytest.raises(JournalError, match="a redeal can't have a seat"):
            loads(dumps(found))


@pytest.mark.slow
def test_journals_without_a_redeal_are_unchanged() -> None:
    for kind in KINDS:
        assert b"taken_over" not in played(kind)
        assert b'"anew"' not in played(kind)
        assert b'"origin"' not in played(kind)


def test_inherited_entries_survive_a_database_unchanged() -> None:
    prologue = take_over(Tiny(), loads(played("coins")), 5)
    assert msgspec.json.decode(msgspec.json.encode(prologue), type=Prologue) == prologue
