"""Test a running match: proposing, accepting, undo, stale commands, the log, replay, and continuation."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cashbox.engine.chance import ChanceError, ScriptedChance, SeededChance
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.journal import Entry, Journal, JournalError
from cashbox.engine.live_chance import LiveChance
from cashbox.engine.match import Match
from tests.engine.coins import DRAW, HIGH, LOW, PASS, STORE, State, Tiny
from tests.engine.live_journals import bound

SECRET = b"0123456789abcdef0123456789abcdef"
NAMES = ["Ann", "Bo", "Cy"]
GAME = Tiny()


def bidding(seed: int = 1, **options: Any) -> Match[State]:
    """A game of three at its first, simultaneous choice."""
    return Match.start(GAME, options, 3, SeededChance(seed), players=NAMES)


def turns(seed: int = 1) -> Match[State]:
    """The same game after everyone bid low: seat 0 is to move and has three points."""
    match = bidding(seed, rich=True)
    for seat in range(3):
        match.act(seat, [LOW])
    return match


def everything(match: Match[State]) -> Any:
    """All that a refused command must leave as it is."""
    return (
        match.number,
        GAME.fingerprint(match.state),
        msgspec.json.encode(match.journal),
        [match.can_undo(seat) for seat in range(3)],
        [match.log(viewer, NAMES) for viewer in (-1, 0, 1, 2)],
        match.chance.mark(),
    )


def refused(match: Match[State], code: str, *arguments: Any, undo: bool = False) -> str:
    """The sentence with which a command is refused."""
    before = everything(match)
    with pytest.raises(GameError) as caught:
        (match.propose_undo if undo else match.propose)(*arguments)
    assert caught.value.code == code
    assert str(caught.value).endswith(".")
    assert everything(match) == before
    return str(caught.value)


def test_a_proposal_changes_nothing_until_it_is_accepted() -> None:
    match = turns()
    before = everything(match)
    first = match.propose(0, [DRAW])
    assert everything(match) == before
    again = match.propose(0, [DRAW])
    assert again.entries == first.entries
    assert first.entries[0].n == 4
    match.accept(again)
    assert match.number == 4
    assert match.journal.entries[-1] == first.entries[0]
    with pytest.raises(GameError, match="moved on"):
        match.accept(first)


def test_draws_of_a_failed_proposal_are_repeated() -> None:
    chance = LiveChance(SECRET, ["n"])
    match = Match.start(GAME, {}, 2, chance, players=["Ann", "Bo"], proof=bound(SECRET, ["n", ""]))
    match.act(0, [LOW])
    match.act(1, [LOW])
    drawn = chance.drawn
    lost = match.propose(0, [DRAW])
    assert chance.drawn == drawn
    assert match.act(0, [DRAW]).entries == lost.entries
    assert chance.drawn == drawn + 1 == match.journal.drawn


def test_unknown_seats_and_numbers_are_refused() -> None:
    match = turns()
    for seat in (-2, SPECTATOR, 3):
        assert "seats are 0 to 2" in refused(match, "unknown-seat", seat, [PASS])
        refused(match, "unknown-seat", seat, undo=True)
    assert match.legal(SPECTATOR) == []
    with pytest.raises(GameError, match="no seat 3"):
        match.legal(3)
    with pytest.raises(GameError, match="no seat 3"):
        match.view(3)
    refused(match, "unknown-number", 0, [PASS], 4)
    refused(match, "unknown-number", 0, [PASS], -1)
    refused(match, "no-action", 0, [])
    refused(match, "unknown-action", 0, [77])


def test_illegal_actions_are_explained() -> None:
    match = turns()
    assert refused(match, "not-legal", 1, [PASS]) == "It is not your turn."
    assert refused(match, "not-legal", 0, [LOW]) == "Bids are made before the turns."


def test_several_actions_happen_all_or_not_at_all() -> None:
    match = turns()
    assert [entry.n for entry in match.act(0, [STORE, STORE, DRAW], 3).entries] == [4, 5, 6]
    assert GAME.due(match.state) == 0b10
    refused(match, "not-legal", 1, [STORE, STORE, STORE, STORE])
    refused(match, "not-legal", 1, [STORE, LOW])


class Greedy(Tiny):
    """Drawing does not end the turn."""

    def _next(self, state: State) -> None:
        if len(state.deck) < 5:
            super()._next(state)


def test_only_the_last_of_several_actions_may_draw() -> None:
    match = Match.start(Greedy(), {}, 3, SeededChance(1), players=NAMES)
    for seat in range(3):
        match.act(seat, [LOW])
    before = everything(match)
    with pytest.raises(GameError) as caught:
        match.propose(0, [DRAW, DRAW])
    assert caught.value.code == "chance-not-last"
    assert everything(match) == before
    match.act(0, [STORE, DRAW])


def test_no_action_can_follow_one_that_reveals_choices_or_ends_the_turn() -> None:
    """Whether a further action would do then must not be found out by asking: it may depend on what others chose."""
    sentences = set()
    for others in ([LOW, LOW], [HIGH, LOW], [LOW, HIGH]):
        match = bidding()
        match.act(0, [others[0]])
        match.act(1, [others[1]])
        for further in (STORE, DRAW, LOW):
            sentences.add(refused(match, "chance-not-last", 2, [HIGH, further]))
            sentences.add(refused(match, "chance-not-last", 2, [LOW, further]))
    match = turns()
    sentences.add(refused(match, "chance-not-last", 0, [PASS, PASS]))
    sentences.add(refused(match, "chance-not-last", 0, [DRAW, PASS]))
    assert len(sentences) == 1
    match.act(0, [STORE, PASS])


def test_moves_can_be_undone_step_by_step_and_at_once() -> None:
    match = turns()
    prints = [GAME.fingerprint(match.state)]
    for _ in range(3):
        match.act(0, [STORE])
        prints.append(GAME.fingerprint(match.state))
    assert [match.can_undo(seat) for seat in range(3)] == [3, 0, 0]
    match.undo(0, 1)
    assert GAME.fingerprint(match.state) == prints[2]
    assert match.journal.entries[-1] == Entry(7, 0, undo=1)
    match.act(0, [STORE])
    match.undo(0)
    assert GAME.fingerprint(match.state) == prints[0]
    assert match.journal.entries[-1] == Entry(9, 0, undo=3)
    refused(match, "nothing-to-undo", 0, undo=True)
    match.act(0, [STORE])
    for steps in (0, -1, 2):
        assert "1 to 1" in refused(match, "bad-steps", 0, steps, undo=True)


@pytest.mark.parametrize("last", [DRAW, PASS])
def test_undo_never_passes_a_draw_or_the_end_of_a_turn(last: int) -> None:
    match = turns()
    match.act(0, [STORE, last])
    assert [match.can_undo(seat) for seat in range(3)] == [0, 0, 0]
    refused(match, "nothing-to-undo", 0, undo=True)


def test_a_simultaneous_choice_can_be_withdrawn_until_all_have_chosen() -> None:
    match = bidding()
    match.act(2, [HIGH])
    match.act(0, [HIGH])
    match.undo(2)
    assert GAME.due(match.state) == 0b110
    assert [match.can_undo(seat) for seat in range(3)] == [1, 0, 0]
    match.act(2, [LOW])
    match.act(1, [LOW])
    assert match.state.turn == 0
    assert [match.can_undo(seat) for seat in range(3)] == [0, 0, 0]


def test_stale_commands_are_refused() -> None:
    match = bidding()
    match.act(0, [HIGH], 0)
    refused(match, "stale", 0, [HIGH], 0)
    match.act(1, [HIGH], 0)
    match.undo(1, None, 2)
    refused(match, "stale", 1, [LOW], 2)
    refused(match, "stale", 1, [LOW], 0)
    match.act(2, [LOW], 0)
    match.act(1, [LOW], 4)
    assert match.state.turn == 0
    refused(match, "stale", 2, [PASS], 3)
    refused(match, "stale", 0, [PASS], 4)
    match.act(0, [STORE], 5)
    refused(match, "stale", 0, 1, 5, undo=True)
    match.undo(0, 1, 6)


def test_secret_undo_by_others_makes_no_command_stale() -> None:
    match = bidding()
    match.act(0, [HIGH])
    match.undo(0)
    match.act(1, [LOW], 0)


def test_a_finished_match_accepts_no_action() -> None:
    match = bidding(rounds=1)
    with pytest.raises(GameError) as caught:
        match.finish()
    assert caught.value.code == "not-over"
    for seat in (0, 1, 2):
        match.act(seat, [LOW])
    for seat in (0, 1, 2):
        match.act(seat, [PASS])
    assert match.over
    assert refused(match, "game-over", 0, [PASS]) == "The game is over."
    refused(match, "game-over", 0, undo=True)
    end = match.finish()
    outcome = GAME.outcome(match.state)
    assert outcome is not None
    assert end.tells(outcome)
    assert Match.replay(GAME, match.journal).journal == match.journal


def test_a_secret_without_a_commitment_is_refused() -> None:
    chance = LiveChance(SECRET, [])
    match = Match.start(GAME, {"rounds": 1}, 2, chance, players=["Ann", "Bo"], proof=bound(SECRET, ["", ""]))
    for seat, action in ((0, LOW), (1, LOW), (0, PASS), (1, PASS)):
        match.act(seat, [action])
    for secret in ("", "zz", SECRET.hex()[2:]):
        with pytest.raises(GameError) as caught:
            match.finish(secret)
        assert caught.value.code == "wrong-secret"
    match.finish(SECRET.hex())


def test_invalid_tables_are_refused() -> None:
    for options, seats, names, code in (
        ({"speed": 1}, 3, NAMES, "unknown-option"),
        ({"rounds": 9}, 3, NAMES, "bad-option"),
        ({}, 5, NAMES, "bad-seats"),
        ({}, 2, NAMES, "bad-players"),
    ):
        with pytest.raises(GameError) as caught:
            Match.start(GAME, options, seats, SeededChance(1), players=names)
        assert caught.value.code == code


def test_the_log_tells_each_viewer_what_it_may_know() -> None:
    match = bidding(rich=True)
    dealt = [[(0, f"You get the {hand[0]}.")] for hand in match.state.hands]
    assert [match.log(seat, NAMES) for seat in range(3)] == dealt
    match.act(1, [HIGH])
    assert match.log(1, NAMES) == [*dealt[1], (1, "You bid high.")]
    assert match.log(0, NAMES) == dealt[0]
    match.undo(1)
    assert [match.log(seat, NAMES) for seat in range(3)] == dealt
    assert match.log(SPECTATOR, NAMES) == []
    for seat in range(3):
        match.act(seat, [LOW])
    match.act(0, [STORE, STORE, STORE])
    match.undo(0, 2)
    match.act(0, [PASS])
    assert match.log(2, NAMES, since=5) == [(6, "Ann: store a point."), (10, "Ann: pass.")]
    assert match.log(2, NAMES, since=9) == [(10, "Ann: pass.")]
    assert match.log(2, NAMES, since=10) == []


def test_a_match_can_be_replayed_and_continued() -> None:
    chance = LiveChance(SECRET, NAMES)
    match = Match.start(GAME, {}, 3, chance, players=NAMES, proof=bound(SECRET, NAMES))
    for seat in range(3):
        match.act(seat, [HIGH])
    match.act(2, [STORE], by="stand-in")
    match.undo(2)
    match.act(2, [DRAW])
    match.act(0, [STORE], by="lapse")
    assert [entry.by for entry in match.journal.entries[4:]] == ["stand-in", "", "", "lapse"]
    copy = Match.replay(GAME, match.journal)
    assert copy.journal == match.journal
    assert copy.journal.entries is not match.journal.entries
    assert everything(copy)[:5] == everything(match)[:5]
    with pytest.raises(ChanceError):
        copy.act(0, [DRAW])
    resumed = Match.resume(GAME, match.journal, LiveChance(SECRET, NAMES, match.journal.drawn))
    assert resumed.can_undo(0) == 1
    assert resumed.act(0, [DRAW]).entries == match.act(0, [DRAW]).entries
    for upto in range(match.number + 1):
        assert Match.replay(GAME, match.journal, upto).number == upto


def spoilt(**changes: Any) -> Journal:
    """The journal of three bids and two turns with its header or one entry (`n`) changed."""
    match = turns()
    match.act(0, [STORE, DRAW])
    header, entries = match.journal.header, list(match.journal.entries)
    if "n" in changes:
        n = changes["n"]
        entries[n] = msgspec.structs.replace(entries[n], **changes)
    else:
        header = msgspec.structs.replace(header, **changes)
    return Journal(header, match.journal.content, entries)


def test_a_journal_older_than_an_option_replays_with_its_default() -> None:
    complete = bidding(rounds=1).journal
    assert complete.header.options == {"rounds": 1, "rich": False}
    header = msgspec.structs.replace(complete.header, options={"rounds": 1})
    old = Journal(header, complete.content, complete.entries)
    assert GAME.fingerprint(Match.replay(GAME, old).state) == GAME.fingerprint(Match.replay(GAME, complete).state)


@pytest.mark.parametrize(
    ("journal", "sentence"),
    [
        (spoilt(game="chess"), "from the game 'chess'"),
        (spoilt(content_hash="0" * 64), "different content"),
        (spoilt(options={"speed": 1}), "no option speed"),
        (Journal(spoilt().header, GAME.content, []), "no entry 0"),
        (spoilt(n=0, chance=()), "Entry 0 is invalid: only 0 draws are recorded"),
        (spoilt(n=0, chance=((2, 1),) * 12), "Entry 0 is invalid: draw 1 was of 2"),
        (
            spoilt(n=0, chance=(*spoilt().entries[0].chance, (2, 1))),
            "Entry 0 is invalid: it has 1 draw that the game did not ask for",
        ),
        (spoilt(n=2, seat=0), "Entry 2 is invalid: It is not your turn"),
        (spoilt(n=2, seat=9), "Entry 2 is invalid: There is no seat 9"),
        (spoilt(n=2, do={"type": "fly"}), "Entry 2 is invalid: That is not an action"),
        (spoilt(n=2, do={"type": "pass"}), "Entry 2 is invalid: Everybody bids first"),
        (spoilt(n=2, do=None, undo=1), "Entry 2 is invalid: There is nothing"),
        (spoilt(n=5, chance=()), "Entry 5 is invalid: only 0 draws are recorded"),
        (spoilt(n=5, chance=((9, 1), (9, 1))), "Entry 5 is invalid: it has 1 draw that the game did not ask for"),
        (spoilt(n=4, chance=((9, 1),)), "Entry 4 is invalid: it has 1 draw that the game did not ask for"),
    ],
)
def test_journals_that_do_not_match_are_refused(journal: Journal, sentence: str) -> None:
    with pytest.raises(JournalError, match=sentence):
        Match.replay(GAME, journal)


def test_an_end_that_does_not_match_is_refused() -> None:
    match = bidding(rounds=1)
    for seat, action in ((0, LOW), (1, LOW), (2, LOW), (0, PASS), (1, PASS), (2, PASS)):
        match.act(seat, [action])
    end = match.finish()
    match.journal.end = msgspec.structs.replace(end, winners=(0, 1))
    with pytest.raises(JournalError, match="did not end the way"):
        Match.replay(GAME, match.journal)


def test_entries_follow_one_by_one() -> None:
    match, copy = (
        turns(),
        Match.replay(GAME, Journal(turns().journal.header, GAME.content, turns().journal.entries[:1])),
    )
    with pytest.raises(JournalError, match="Entry 2 is where entry 1 should be"):
        copy.follow(match.journal.entries[2])
    for entry in match.journal.entries[1:]:
        copy.follow(entry)
    assert copy.journal == match.journal


def test_a_script_of_outcomes_plays_a_match() -> None:
    script = ScriptedChance([0] * 11 + [3])
    match = Match.start(GAME, {}, 3, script, players=NAMES)
    for seat in range(3):
        match.act(seat, [LOW])
    match.act(0, [DRAW])
    assert match.journal.entries[-1].chance == ((9, 3),)
    assert script.left == 0
