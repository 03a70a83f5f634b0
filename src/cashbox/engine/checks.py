"""Check one moment of a game for the conformance suite. Each check raises ConformanceError through `Probe.fail`.

Every function takes a `Probe`, whose match stands at some entry, and leaves the match unchanged. `conformance` plays
the games and calls these functions. A message names the seat and the action, what is wrong, and what would be right.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from cashbox.engine.chance import NoChance, RecordingChance, SeededChance
from cashbox.engine.facts import TABLE, contradictions
from cashbox.engine.game import SPECTATOR, GameError, Rules
from cashbox.engine.probe import difference, numbers
from cashbox.engine.repetition import Trail
from cashbox.engine.seats import has, seats_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.engine.chance import Chance
    from cashbox.engine.ending import GameEnding
    from cashbox.engine.facts import Facts
    from cashbox.engine.game import Game, Outcome
    from cashbox.engine.probe import Probe
    from cashbox.engine.record import Record

S = TypeVar("S")

TRIES: Final = 12
"""The most actions, pairs, or earlier states that a check examines at one entry where there may be very many."""

REASONS: Final = 60
"""The same limit for explanations of illegal actions, which cost little."""

NO_ACTIONS: Final = (-1, 10**9)
"""Ints that are not an action of any game."""

AT_RANDOM: Final = 40
"""The number of actions to play when random play is checked."""

LONGEST_HINT: Final = 260
"""The most characters in a hint: people read four lines on a phone, not ten."""

UNFINISHED: Final = re.compile(r"\{(?!\d+\})|[\[\]]|  |\(\)| [,.;:]")
"""What an incompletely filled hint contains; {0}, {1}.. stand for the players' names."""

STRANGE: Final[tuple[Any, ...]] = (None, -1, 10**30, 0.5, "", "x", [], {}, [[]], True)
"""Bad values to try in a field of an action's JSON form."""


def owing(probe: Probe[Any]) -> None:
    """Check that seats that owe a decision or may act have a legal action, that others have none, and that no action is
    listed twice."""
    game, state = probe.game, probe.match.state
    due, optional = game.due(state), game.optional(state)
    probe.fresh.clear()
    for name, mask in (("due", due), ("optional", optional)):
        if mask >> len(probe.seats):
            probe.fail("owing", f"`{name}` names seats {seats_of(mask)}, but the table has {len(probe.seats)} seats")
    if due & optional or (optional and not due):
        probe.fail(
            "owing",
            f"`optional` names seats {seats_of(optional)} and `due` names {seats_of(due)}: a seat may act out of turn "
            f"only while another seat has a decision to make",
        )
    for seat in probe.seats:
        legal = probe.legal(state, seat) if has(due, seat) else game.legal(state, seat)
        if bool(legal) != has(due | optional, seat):
            odd = f"may do {game.text(legal[0])!r}" if legal else "may do nothing"
            asked = "names it" if has(optional, seat) else "nor `optional` names it"
            probe.fail("owing", f"seat {seat} {odd}, but {'`optional`' if not legal else 'neither `due`'} {asked}")
        if len(set(legal)) != len(legal):
            double = next(action for action in legal if legal.count(action) > 1)
            probe.fail("owing", f"`legal` lists {game.text(double)!r} twice for seat {seat}; list each action once")
        probe.meet(legal)


def lapsing(probe: Probe[Any]) -> None:
    """Check that an answer times out only where the game says so, with a legal action, and that every viewer may know
    whose answer it is."""
    game, state = probe.game, probe.match.state
    lapse = [game.lapse(state, seat) for seat in probe.seats]
    for seat, action in enumerate(lapse):
        if action is not None and not game.about.lapses:
            probe.fail("lapsing", f"`lapse` answers for seat {seat}, but the game's About does not say lapses=True")
        if action is not None and action not in game.legal(state, seat):
            probe.fail("lapsing", f"`lapse` answers {game.text(action)!r} for seat {seat}, which is not legal")
    for viewer in probe.viewers if game.about.lapses else ():
        sample = probe.sampled(viewer)
        for seat, action in enumerate(lapse):
            if (game.lapse(sample, seat) is None) != (action is None):
                probe.fail(
                    "lapsing",
                    f"whether `lapse` answers for seat {seat} depends on something that {probe.name_of(viewer)} cannot "
                    f"know; use only what everyone knows",
                )


def ending(probe: Probe[Any]) -> None:
    """Check that a seat owes a decision until there is an outcome, with a score for every seat and a winner."""
    game, state = probe.game, probe.match.state
    outcome = game.outcome(state)
    if game.due(state):
        if outcome is not None:
            seats = seats_of(game.due(state))
            probe.fail(
                "ending", f"there is an outcome, but seats {seats} still have decisions to make; `due` has to be 0 then"
            )
        return
    if outcome is None:
        probe.fail("ending", "a dead end: no seat has a decision to make, but `outcome` gives None")
    if len(outcome.scores) != len(probe.seats):
        probe.fail("ending", f"the outcome has {len(outcome.scores)} scores for {len(probe.seats)} seats")
    if not (outcome.winners or outcome.others) or not set(outcome.winners) <= set(probe.seats):
        probe.fail("ending", f"the outcome's winners are {outcome.winners}; name seats of the table, or others")
    try:
        sentence = outcome.text.format(*probe.names)
    except (LookupError, ValueError) as error:
        probe.fail("ending", f"the players' names can't be put into the outcome's text: {error}")
    if not sentence.strip():
        probe.fail("ending", "the outcome has no text")
    read_well(probe, "ending", sentence)


def looking(probe: Probe[Any]) -> None:
    """Check that queries leave a state unchanged and give the same answer twice."""
    game, state = probe.game, probe.match.state
    before = probe.observe(state)
    for viewer in probe.viewers:
        game.prompt(state, viewer, probe.names)
        probe.sampled(viewer)
    for seat in probe.acting():
        for action in probe.some_of(game.legal(state, seat), TRIES):
            game.describe(state, seat, action)
            game.explain(state, seat, action)
    if probe.observe(state) != before:
        probe.fail(
            "looking",
            "one of `legal`, `view`, `prompt`, `describe`, `explain`, and `sample` changed the state or answered "
            "differently the second time; they only read it",
        )


def clones(probe: Probe[Any]) -> None:
    """Check that a clone is equal and independent, both ways, and that no earlier state or copy has changed."""
    game, state = probe.game, probe.match.state
    before = probe.observe(state)
    clone = game.clone(state)
    if probe.observe(clone) != before or game.window(clone) != game.window(state):
        probe.fail("clones", "a clone differs from the state that it was made from: `clone` has to copy everything")
    if game.watch(game.clone(state)):
        probe.fail("clones", "a clone contains events: `clone` has to leave them out")
    owing = probe.owing()
    if owing:
        seat = probe.one_of(owing)
        action, chance = probe.one_of(game.legal(clone, seat)), probe.step

        def act(clone: Any) -> None:
            game.play(clone, seat, action, SeededChance(chance))

        act(clone)
        if probe.observe(state) != before:
            played = f"playing {game.text(action)!r} for seat {seat} on a clone"
            probe.fail("clones", f"{played} changed {probe.shared(act)} of the true state: `clone` has to copy it")
    for n in probe.some_of(range(len(probe.past)), TRIES if owing else len(probe.past)):
        past = probe.past[n]
        if game.fingerprint(past.state) != past.fingerprint or game.fingerprint(past.copy) != past.fingerprint:
            probe.fail("clones", f"the state after entry {n}, or a copy of it, was changed later")


def samples(probe: Probe[Any]) -> None:
    """Check that a state sampled for a viewer shows it the same view, legal list, prompt, chapter, standing, labels,
    and explanations, to the byte."""
    game, state = probe.game, probe.match.state
    before = game.fingerprint(state)
    views = game.views(state)
    if game.about.perfect_information:
        _hiding_nothing(probe)
    for viewer in probe.viewers:
        who = probe.name_of(viewer)
        if msgspec.json.encode(views(viewer)) != msgspec.json.encode(game.view(state, viewer)):
            probe.fail("samples", f"`views` gives {who} a different view than `view` does")
        sample = probe.sampled(viewer)
        probe.samples += 1
        probe.differing += game.fingerprint(sample) != before
        shown, true = (msgspec.json.encode(game.view(one, viewer)) for one in (sample, state))
        if shown != true:
            differs = difference(msgspec.json.decode(shown), msgspec.json.decode(true))
            probe.fail(
                "samples",
                f"in a state sampled for {who}, its view is different ({differs}): either `sample` deals again what "
                f"{who} knows, or `view` shows what {who} cannot know",
            )
        for name, action, of_sample, of_state in _said(probe, sample, viewer):
            if of_sample != of_state:
                of_action = "" if action is None else f" of {game.text(action)!r}"
                probe.fail(
                    "samples",
                    f"`{name}`{of_action} depends on something that {who} cannot know: it is {of_state!r}, but "
                    f"{of_sample!r} in a state sampled for {who}",
                )


def _said(probe: Probe[Any], sample: Any, viewer: int) -> Iterator[tuple[str, int | None, object, object]]:
    """Yield queries of a sample and of the true state: the query, its action, and both answers."""
    game, state, names = probe.game, probe.match.state, probe.names
    yield "prompt", None, game.prompt(sample, viewer, names), game.prompt(state, viewer, names)
    yield "chapter", None, game.chapter(sample, names), game.chapter(state, names)
    yield "standing", None, game.standing(sample), game.standing(state)
    if viewer == SPECTATOR:
        return
    legal = game.legal(state, viewer)
    yield "legal", None, game.legal(sample, viewer), legal
    for action in probe.some_of(legal, TRIES):
        of_sample, of_state = game.describe(sample, viewer, action), game.describe(state, viewer, action)
        yield "label", action, of_sample.label, of_state.label
        yield "does", action, of_sample.does, of_state.does
        yield "facts", action, of_sample.facts, of_state.facts
    for action in probe.some_of(sorted(probe.known), TRIES):
        yield "explain", action, game.explain(sample, viewer, action), game.explain(state, viewer, action)


def _hiding_nothing(probe: Probe[Any]) -> None:
    """Check that all seats see the same, and that a sample is the state itself."""
    game, state = probe.game, probe.match.state
    seen = [msgspec.to_builtins(game.view(state, viewer)) for viewer in probe.viewers]
    for viewer, view in zip(probe.viewers, seen, strict=True):
        who = probe.name_of(viewer)
        for name, value in view.items():
            if name != "seat" and value != seen[0][name]:
                probe.fail(
                    "samples", f"the game says that it hides nothing, but seat 0 and {who} see a different {name!r}"
                )
        if game.fingerprint(probe.sampled(viewer)) != game.fingerprint(state):
            probe.fail("samples", f"the game says that it hides nothing, but it samples things that {who} can't know")


def facts(probe: Probe[Any]) -> None:
    """Check that legal actions change exactly the numbers that their facts name, by as much as they say."""
    game, state = probe.game, probe.match.state
    for seat in probe.acting():
        for action in probe.tried(game.legal(state, seat), TRIES):
            so(probe, seat, action)


def so(probe: Probe[Any], seat: int, action: int) -> None:
    """Check that a legal action does what its facts say."""
    game, state = probe.game, probe.match.state
    if not _counts(probe):
        return
    for fault in untrue(game, state, len(probe.seats), seat, action, SeededChance(f"{probe.step} {action}")):
        probe.fail("facts", f"{game.text(action)!r} by seat {seat}: {fault}")


def _counts(probe: Probe[Any]) -> bool:
    """Return whether the game has any measures that facts can mention."""
    return any(probe.game.measures(probe.match.state, owner) for owner in (TABLE, *probe.seats))


def labels(probe: Probe[Any]) -> None:
    """Check that the labels of a seat's legal actions differ, and that each number in a label belongs to its action."""
    game, state = probe.game, probe.match.state
    for seat in probe.acting():
        legal = game.legal(state, seat)
        owners: dict[str, int] = {}
        for action in legal:
            label = game.describe(state, seat, action).label
            if owners.setdefault(label, action) != action:
                same = f"{game.text(owners[label])!r} and {game.text(action)!r}"
                probe.fail("labels", f"{same} have the same label for seat {seat}: {label!r}")
        for action in probe.tried(legal, TRIES) if _counts(probe) else ():
            said = game.describe(state, seat, action)
            if mentioned := numbers(said.label) - probe.quotable(said.label):
                found = mentioned - _numbers_of(probe, seat, action)
                if found:
                    probe.fail(
                        "labels",
                        f"the label of {game.text(action)!r} for seat {seat} says {min(found)} ({said.label!r}), but "
                        f"its facts ({_spoken(said.facts)}) and what happens don't have that number; "
                        f"write labels from facts",
                    )


def _numbers_of(probe: Probe[Any], seat: int, action: int) -> set[int]:
    """Return the numbers of a legal action: those in its JSON form, its text, its facts, and the events that it
    causes."""
    game, state = probe.game, probe.match.state
    found = numbers(game.text(action))
    found |= set(_ints(game.encode(action)))
    found |= set(_ints(msgspec.to_builtins(game.describe(state, seat, action).facts)))
    after = game.clone(state)
    events = game.watch(after)
    events.clear()
    game.play(after, seat, action, SeededChance(f"{probe.step} {action}"))
    found |= {abs(number) for event in events for number in event[2:]}
    for owner in (TABLE, *probe.seats):
        for one in (state, after):
            found |= {abs(number) for number in game.measures(one, owner).values()}
    return found


def _ints(value: Any) -> Iterator[int]:
    """Find the numbers in plain values, without their signs."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield abs(value)
    elif isinstance(value, dict):
        for part in value.values():
            yield from _ints(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _ints(part)


def _spoken(facts: Facts) -> str:
    """Format facts briefly."""
    said = [f"{one.what} {one.by:+}{one.to}" for one in facts.changes]
    return ", ".join([*said, *(f"{name} {number}" for name, number in facts.known.items())]) or "none"


def untrue(game: Game[S], state: S, seats: int, seat: int, action: int, chance: Chance) -> Iterator[str]:
    """Compare the facts of a legal action with what it changes. Returns a sentence for each difference."""
    owners = (TABLE, *range(seats))
    before = {owner: game.measures(state, owner) for owner in owners}
    trial = game.clone(state)
    game.do(trial, seat, action, chance)
    after = {owner: game.measures(trial, owner) for owner in owners}
    yield from contradictions(game.describe(state, seat, action).facts, seat, before, after)


def hints(probe: Probe[Any]) -> None:
    """Check that a guided mode always has hints for players, with sentences and legal actions. Other modes and
    spectators get none."""
    game, match = probe.game, probe.match
    mode = probe.mode
    guided = any(one.guided for one in game.about.modes if one.id == mode)
    views = game.views(match.state)
    found = {viewer: getattr(views(viewer), "hint", None) for viewer in probe.viewers}
    given = {viewer: hint for viewer, hint in found.items() if hint is not None}
    if guided and not given and not match.number:
        probe.fail("hints", f"mode {mode!r} is guided, but no one gets a hint at the start")
    for viewer, hint in given.items():
        if not guided or viewer == SPECTATOR:
            who = probe.name_of(viewer)
            probe.fail("hints", f"{who} gets a hint in mode {mode!r}, but only players of guided modes should")
        try:
            sentence = hint.say.format(*probe.names)
        except (LookupError, ValueError) as error:
            probe.fail("hints", f"the players' names can't be put into a hint: {error}")
        read_well(probe, "hints", sentence)
        if not is_sentence(sentence):
            probe.fail("hints", f"a hint is not a sentence: {sentence!r}")
        for fault in misleading(game, match.state, viewer, hint):
            probe.fail("hints", f"{fault}: {hint.say!r}")


def misleading(game: Game[S], state: S, seat: int, hint: Any) -> Iterator[str]:
    """Find what is wrong with a hint for a seat: too long, only partly filled in, or about a missing action or
    button."""
    if len(hint.say) > LONGEST_HINT:
        yield f"a hint for seat {seat} has {len(hint.say)} letters, more than {LONGEST_HINT}"
    if odd := UNFINISHED.search(hint.say):
        yield f"a hint for seat {seat} has {odd[0]!r} in it, as if something were not filled in"
    if hint.does is None:
        return
    action = game.decode(hint.does)
    if action not in game.legal(state, seat):
        yield f"a hint asks seat {seat} for {hint.does}, which is not legal"
        return
    label = game.describe(state, seat, action).label
    buttons = re.findall("“([^”]*)”", hint.say)
    if buttons and buttons[0].lower() not in label.lower():
        yield f"a hint tells seat {seat} to click {buttons[0]!r}, but the label of its action is {label!r}"


def following(probe: Probe[Any]) -> None:
    """Check that a seat that follows the hints of a guided mode, with the mode's options, finishes the game
    and wins."""
    game, seats = probe.game, len(probe.seats)
    if not any(one.guided for one in game.about.modes if one.id == probe.mode):
        return
    chance = SeededChance(probe.step)
    after = game.start(game.check_options({"mode": probe.mode}, seats), seats, chance)
    led = [seat for seat in probe.seats if getattr(game.view(after, seat), "hint", None) is not None]
    for _ in range(game.bound):
        due = seats_of(game.due(after))
        if not due:
            break
        hint = getattr(game.view(after, due[0]), "hint", None)
        does = None if hint is None else hint.does
        action = probe.legal(after, due[0])[0] if does is None else game.decode(does)
        if action not in game.legal(after, due[0]):
            probe.fail("hints", f"following the hints, one asks seat {due[0]} for {does}, which is not legal")
        game.play(after, due[0], action, chance)
    outcome = game.outcome(after)
    if outcome is None:
        probe.fail("hints", f"following the hints, the game goes on after {game.bound} decisions")
    if led and not set(led) & set(outcome.winners):
        probe.fail("hints", f"seats {led} follow the hints of mode {probe.mode!r}, but {outcome.winners} win")


def random_play(probe: Probe[Any]) -> None:
    """Check that `play_at_random`, which may take shortcuts, reaches the same state as playing from the legal lists."""
    game, state = probe.game, probe.match.state
    before = game.fingerprint(state)
    came = []
    for play in (partial(Rules.play_at_random, game), game.play_at_random):

        def act(after: Any, play: Any = play) -> list[object]:
            chance = SeededChance(probe.step)
            choosing = [SeededChance(f"{probe.step} {seat}") for seat in probe.seats]
            counts = play(after, chance, choosing, AT_RANDOM)
            return [counts, game.fingerprint(after), chance.mark(), [one.mark() for one in choosing]]

        after = game.clone(state)
        try:
            came.append(act(after))
        except GameError as error:
            for seat in seats_of(game.due(after)):
                probe.legal(after, seat)
            probe.fail("random_play", f"`play_at_random` fails: {error}")
        if game.fingerprint(state) != before:
            fault = f"playing on a clone changed {probe.shared(act)} of the true state: `clone` has to copy it"
            probe.fail("clones", fault)
    if came[0] != came[1]:
        probe.fail("random_play", "`play_at_random` gives a different result than playing action by action")


def sampled_play(probe: Probe[Any]) -> None:
    """Check that a sampled state can be played to its end and leaves the true state unchanged."""
    game, state = probe.game, probe.match.state
    before = game.fingerprint(state)
    viewer = probe.one_of(probe.viewers)
    sample = game.sample(state, viewer, probe.other)
    sampled = f"in a state sampled for {probe.name_of(viewer)} and played on"
    trail = Trail(game)
    for _ in range(game.bound + 1):
        due = game.due(sample)
        if not due:
            break
        seat = probe.one_of(seats_of(due))
        legal = game.legal(sample, seat)
        if not legal:
            asked = game.prompt(sample, seat, probe.names)
            probe.fail("sampled_play", f"{sampled}, seat {seat} has a decision to make ({asked!r}) but no legal action")
        action = probe.one_of(legal)
        trail.record(seat, action, legal)
        game.play(sample, seat, action, probe.other)
    else:
        repeats = trail.repeats(sample)
        probe.fail("sampled_play", f"{sampled}, the game continues after {game.bound} decisions, its bound: {repeats}")
    if game.outcome(sample) is None:
        probe.fail(
            "sampled_play",
            f"{sampled}, the game reaches a dead end: no seat has a decision to make, but there is no outcome",
        )
    if game.fingerprint(state) != before:
        probe.fail("sampled_play", f"{sampled}, the game changed the true state: `sample` has to copy what it keeps")


def explaining(probe: Probe[Any]) -> None:
    """Check that each illegal action has a sentence that says why, that legal ones have none, and that explaining
    changes nothing."""
    game, state = probe.game, probe.match.state
    before = game.fingerprint(state)
    for seat in probe.seats:
        legal = set(game.legal(state, seat))
        for action in (*probe.some_of(sorted(probe.known), REASONS), *sorted(legal)[:TRIES]):
            why = game.explain(state, seat, action)
            if action in legal and why:
                probe.fail("explaining", f"{game.text(action)!r} is legal for seat {seat}, but `explain` says {why!r}")
            read_well(probe, "explaining", why)
            if action not in legal and not is_sentence(why):
                probe.fail(
                    "explaining",
                    f"{game.text(action)!r} is not legal for seat {seat}, but `explain` gives {why!r}, not a sentence "
                    f"that says why",
                )
    if game.fingerprint(state) != before:
        probe.fail("explaining", "`explain` changed the state; it only reads it")


def refusing(probe: Probe[Any]) -> None:
    """Check that an action that is not on the legal list is refused with a sentence and changes nothing."""
    game, match = probe.game, probe.match
    before = probe.observe(match.state)
    number = match.number
    for action in probe.some_of(sorted(probe.known), TRIES):
        seat = probe.one_of(probe.seats)
        if action in game.legal(match.state, seat):
            continue
        try:
            match.propose(seat, [action])
        except GameError as error:
            if not is_sentence(str(error)):
                probe.fail("refusing", f"{game.text(action)!r} by seat {seat} is refused without a sentence: {error}")
        else:
            probe.fail("refusing", f"{game.text(action)!r} is not legal for seat {seat}, but was not refused")
    if match.number != number or probe.observe(match.state) != before:
        probe.fail("refusing", "a refused action changed the state")


def words(probe: Probe[Any]) -> None:
    """Check that every legal action has a JSON form that decodes to itself, a text, and a label, and that every viewer
    has a prompt."""
    game, state = probe.game, probe.match.state
    for viewer in probe.viewers:
        prompt = game.prompt(state, viewer, probe.names)
        if not prompt.strip():
            probe.fail("words", f"`prompt` gives {probe.name_of(viewer)} nothing; say what to do, or whom to wait for")
        read_well(probe, "words", prompt)
    for seat in probe.acting():
        for action in probe.tried(game.legal(state, seat), TRIES):
            form = game.encode(action)
            if not isinstance(form.get("type"), str):
                probe.fail("words", f"the JSON form of action {action} has no type: {form}")
            if game.decode(msgspec.json.decode(msgspec.json.encode(form))) != action:
                probe.fail("words", f"the JSON form {form} isn't read back as action {action}")
            if not game.text(action).strip() or "\n" in game.text(action):
                probe.fail("words", f"action {form} has no one-line text")
            said = game.describe(state, seat, action)
            if not said.label.strip():
                probe.fail("words", f"action {form} has no label for seat {seat}")
            read_well(probe, "words", said.label)
            if said.does not in said.label:
                probe.fail("words", f"what action {form} does is not part of its label, {said.label!r}")


def strange_forms(probe: Probe[Any]) -> None:
    """Check that a slightly wrong JSON form is either refused with a sentence or still a form of an action."""
    game = probe.game
    forms: list[dict[str, Any]] = [{}, {"type": None}, {"type": "\x00"}, {"type": []}, {"type": {}}, {"no": "type"}]
    for action in probe.some_of(sorted(probe.known), 4):
        form = game.encode(action)
        forms.append({**form, "surplus": 1})
        for key in form:
            forms.append({name: value for name, value in form.items() if name != key})
            forms.extend({**form, key: value} for value in STRANGE)
    for form in forms:
        try:
            action = game.decode(form)
        except GameError as error:
            if error.code != "unknown-action" or not is_sentence(str(error)):
                probe.fail("strange_forms", f"{form} is refused with code {error.code!r} and the sentence {error!s}")
        else:
            if not _comes_back(game, action):
                probe.fail("strange_forms", f"{form} is read as {action}, whose JSON form can't be read back")
            probe.known.add(action)


def actions(probe: Probe[Any]) -> None:
    """Check that every action has its own JSON form and text, that the form decodes to the action, and that other ints
    are refused with a sentence."""
    game = probe.game
    owners: dict[str, int] = {}
    for action in sorted(probe.known):
        if not _comes_back(game, action):
            probe.fail("actions", f"the JSON form of action {action} can't be read back")
        for own in (msgspec.json.encode(game.encode(action), order="sorted").decode(), game.text(action)):
            if owners.setdefault(own, action) != action:
                probe.fail("actions", f"actions {owners[own]} and {action} are both {own!r}")
    for number in NO_ACTIONS:
        try:
            form = game.encode(number)
        except GameError as error:
            if error.code != "unknown-action" or not is_sentence(str(error)):
                probe.fail("actions", f"{number} is refused with code {error.code!r} and the sentence {error!s}")
        else:
            probe.fail("actions", f"{number} is not an action, but has the form {form}")


ODD_NUMBER: Final = re.compile(r"(?<![\w.,-])\d{4,}(?!\w)|(?<![\w-])-\d")


def read_well(probe: Probe[Any], check: str, text: str) -> None:
    """Check that the numbers in a text are formatted as `phrases.amount` formats them: 12,000 with a comma, −5 with a
    true minus."""
    if found := ODD_NUMBER.search(text):
        probe.fail(check, f"the number at {found[0]!r} is not written like other numbers: {text}")


def is_sentence(text: str) -> bool:
    """Check whether a text reads as a sentence: it does not start with a lowercase letter, and it ends with a
    period."""
    return bool(text.strip()) and not text[0].islower() and text.endswith(".")


def _comes_back(game: Game[Any], action: int) -> bool:
    try:
        return game.decode(game.encode(action)) == action
    except GameError:
        return False


def taking_back(probe: Probe[Any]) -> None:
    """Check that undo restores exactly the earlier state, views, and legal lists, and cannot go beyond the window."""
    game, match = probe.game, probe.match
    now = probe.observe(match.state)
    for seat in probe.seats if not match.over else ():
        most = match.can_undo(seat)
        own = [step for step in match.window.steps if step.seat == seat]
        for count in probe.some_of(range(1, most + 1), 3):
            undone = match.propose_undo(seat, count)
            gone = own[-count:]
            kept = tuple(step.n for step in match.window.steps if step not in gone)
            known = probe.standing.get((match.window.opened, kept))
            if known is not None and probe.observe(undone.state) != probe.observe(probe.past[known].state):
                probe.fail(
                    "taking_back", f"after undoing {count}, the game differs from what it was after entry {known}"
                )
            state = game.clone(undone.state)
            for step in gone:
                if step.action not in game.legal(state, seat):
                    probe.fail("taking_back", f"{game.text(step.action)!r} can't be done again after it was undone")
                game.play(state, seat, step.action, NoChance())
            if probe.observe(state) != now:
                probe.fail("taking_back", f"redoing what seat {seat} undid leads to a different state")
        try:
            match.propose_undo(seat, most + 1)
        except GameError:
            continue
        probe.fail("taking_back", f"seat {seat} can undo {most + 1} steps, but only {most} are its own")
    if probe.observe(match.state) != now:
        probe.fail("taking_back", "a proposal to undo changed the state")


def barrier(probe: Probe[Any], seat: int, action: int) -> None:
    """Check that an action that can be undone reveals nothing: in a state that the seat cannot tell from the true one,
    the same action must look and read the same to that seat."""
    game, state = probe.game, probe.match.state
    true = _told(probe, game.clone(state), seat, action)
    sampled = None if true is None else _told(probe, game.clone(probe.sampled(seat)), seat, action)
    if true != sampled and true is not None:
        parts = ("log", "view", "legal")
        differs = (
            "it can't always be undone"
            if sampled is None
            else difference(dict(zip(parts, true, strict=True)), dict(zip(parts, sampled, strict=True)))
        )
        probe.fail(
            "barrier",
            f"{game.text(action)!r} shows seat {seat} something hidden ({differs} in another state that looks "
            f"the same to it), but can be undone: `window` has to grow, or the game tells too much",
        )


def _told(probe: Probe[Any], start: Any, seat: int, action: int) -> tuple[list[str | None], Any, list[int]] | None:
    """Return what an action reveals to its seat: log lines, view, and legal list; None if it cannot be undone."""
    game = probe.game
    before = game.window(start)
    chance = RecordingChance(probe.other)
    events = game.watch(start)
    game.play(start, seat, action, chance)
    if chance.drawn or game.window(start) != before or not game.due(start):
        return None
    lines = [game.narrate(event, seat, probe.names) for event in events]
    return lines, msgspec.json.decode(msgspec.json.encode(game.view(start, seat))), game.legal(start, seat)


def overhearing(probe: Probe[Any], seat: int, action: int) -> None:
    """Check that the log hides what the view hides when another seat acts.

    Two games that look the same to a seat afterward must read the same. One differs in what the seat could not know
    before, the other in the decision. The views of spectators need not repeat what the log has told everyone.
    """
    game, state = probe.game, probe.match.state
    if len(probe.seats) == 1:
        return
    # A separate stream, so that the other checks still examine the same places.
    chance = SeededChance(f"{probe.seed} {probe.step} overhearing")
    viewer = (seat + 1 + chance.draw(len(probe.seats) - 1)) % len(probe.seats)
    sampled = game.sample(state, viewer, chance)
    others = [(sampled, action)] if action in game.legal(sampled, seat) else []
    rest = [one for one in game.legal(state, seat) if one != action]
    others += [(state, rest[chance.draw(len(rest))])] if rest else []
    view, lines, mark = _overheard(probe, state, seat, action, viewer)
    for start, other in others:
        like, read, its = _overheard(probe, start, seat, other, viewer)
        if view == like and lines != read and mark != its:
            line, instead = next(((a, b) for a, b in zip(lines, read, strict=False) if a != b), (lines, read))
            probe.fail(
                "overhearing",
                f"after {game.text(action)!r} by seat {seat}, the log tells {probe.name_of(viewer)} something hidden: "
                f"{line!r}, but {instead!r} in a game whose view is the same for {probe.name_of(viewer)}; leave it out "
                f"of the sentence of the event, or show it in `view`",
            )


def _overheard(
    probe: Probe[Any], start: Any, seat: int, action: int, viewer: int
) -> tuple[bytes, list[str | None], bytes]:
    """Return what a viewer sees and reads after an action of another seat, and the fingerprint of the state."""
    game = probe.game
    after = game.clone(start)
    events = game.watch(after)
    events.clear()
    game.play(after, seat, action, SeededChance(f"{probe.seed} {probe.step} overheard"))
    lines = [game.narrate(event, viewer, probe.names) for event in events]
    return msgspec.json.encode(game.view(after, viewer)), lines, game.fingerprint(after)


def telling(probe: Probe[Any], record: Record) -> None:
    """Check that every event is a sentence, or nothing, for each viewer."""
    for event in record.events:
        for viewer in probe.viewers:
            sentence = probe.game.narrate(event, viewer, probe.names)
            read_well(probe, "telling", sentence or "")
            if sentence is not None and not is_sentence(sentence):
                probe.fail("telling", f"event {event} is not a sentence for {probe.name_of(viewer)}: {sentence!r}")
            if sentence is None and viewer != SPECTATOR and probe.game.concerns(event, viewer, probe.names):
                fault = f"event {event} concerns seat {viewer}, but `narrate` does not tell that seat about it"
                probe.fail("telling", fault)


def unsettled(ending: GameEnding, outcome: Outcome) -> Iterator[str]:
    """Find where a game's account of its end contradicts its outcome, a clause each."""
    scores = (*outcome.scores, *outcome.others.values())
    sheets = {one.seat: one for one in ending.sheets}
    for seat, one in sheets.items():
        upto = 0
        for line in one.lines:
            upto += line.by
            if line.upto != upto:
                yield f"after {line.text!r}, the sheet of {one.name} has a running total of {line.upto}, not {upto}"
            if line.items and sum(item.by for item in line.items) != line.by:
                yield f"the items of {line.text!r} on the sheet of {one.name} do not add up to {line.by}"
        if not upto == one.total == scores[seat]:
            yield f"the sheet of {one.name} adds up to {upto} and says {one.total}, but the score is {scores[seat]}"
    if ending.curve[-1].scores != scores:
        yield f"`standing` ends with {ending.curve[-1].scores}, but the scores are {scores}"
    parts = [point.part for point in ending.curve]
    if parts != sorted(parts):
        yield f"`standing` goes back to a part of the game that was over; the parts are {ending.parts}"
    if not is_sentence(ending.opening):
        yield f"the opening is not a sentence: {ending.opening!r}"
    for award in ending.awards:
        names = [ending.names[seat] for seat in award.seats]
        if award.seats != tuple(sorted(set(award.seats))) or not all(name in award.text for name in names):
            yield f"the award {award.title!r} is for {names}, which its text does not name: {award.text!r}"
