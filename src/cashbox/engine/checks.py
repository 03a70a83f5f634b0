"""The checks of the conformance suite on one moment of a game. Each raises ConformanceError through `Probe.fail`.

Every function takes a `Probe` whose match stands at some entry, leaves the match as it is, and is named after what it
asks for. `conformance` plays the games and calls them.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from cashbox.engine.chance import NoChance, RecordingChance, SeededChance
from cashbox.engine.facts import TABLE, contradictions
from cashbox.engine.game import SPECTATOR, GameError, Rules
from cashbox.engine.repetition import Trail
from cashbox.engine.seats import has, seats_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game
    from cashbox.engine.probe import Probe
    from cashbox.engine.record import Record

S = TypeVar("S")

TRIES: Final = 12
"""How many actions, pairs or older states a check looks at in one moment where there may be very many."""

REASONS: Final = 60
"""The same for reasons why an action is not legal, which cost little."""

NO_ACTIONS: Final = (-1, 10**9)
"""Ints that are no action of any game."""

AT_RANDOM: Final = 40
"""How many actions are taken where play at random is looked at."""

STRANGE: Final[tuple[Any, ...]] = (None, -1, 10**30, 0.5, "", "x", [], {}, [[]], True)
"""What a field of an action's JSON form might hold and should not."""


def owing(probe: Probe[Any]) -> None:
    """Seats that owe a decision or may act all the same have something legal, others nothing; no action is listed
    twice."""
    game, state = probe.game, probe.match.state
    due, optional = game.due(state), game.optional(state)
    for name, mask in (("due", due), ("optional", optional)):
        if mask >> len(probe.seats):
            probe.fail("owing", f"{name}() gives {mask:b} (binary) at a table of {len(probe.seats)} seats")
    if due & optional or (optional and not due):
        probe.fail(
            "owing", f"optional() gives {optional:b} (binary), due() gives {due:b}: no one waits for an optional seat"
        )
    for seat in probe.seats:
        legal = game.legal(state, seat)
        if bool(legal) != has(due | optional, seat):
            odd = (
                "has a decision to make but no legal action"
                if not legal
                else "has no decision to make but has legal actions"
            )
            probe.fail("owing", f"seat {seat} {odd}")
        if len(set(legal)) != len(legal):
            double = next(action for action in legal if legal.count(action) > 1)
            probe.fail("owing", f"seat {seat} has {probe.game.text(double)!r} twice on its legal list")
        probe.known.update(legal)


def lapsing(probe: Probe[Any]) -> None:
    """Only where the game says so answers lapse, by a legal action; everybody may know whose would."""
    game, state = probe.game, probe.match.state
    lapse = [game.lapse(state, seat) for seat in probe.seats]
    for seat, action in enumerate(lapse):
        if action is not None and not game.about.lapses:
            probe.fail("lapsing", f"the answer of seat {seat} can lapse, but the game's About does not say so")
        if action is not None and action not in game.legal(state, seat):
            probe.fail("lapsing", f"the answer of seat {seat} lapses to an action that is not legal")
    for viewer in probe.viewers if game.about.lapses else ():
        sample = probe.sampled(viewer)
        for seat, action in enumerate(lapse):
            if (game.lapse(sample, seat) is None) != (action is None):
                probe.fail("lapsing", f"whether the answer of seat {seat} lapses reveals hidden information")


def ending(probe: Probe[Any]) -> None:
    """Somebody owes a decision until there is an outcome, which names a score for every seat and a winner."""
    game, state = probe.game, probe.match.state
    outcome = game.outcome(state)
    if game.due(state):
        if outcome is not None:
            probe.fail("ending", "there is an outcome, but a seat still has a decision to make")
        return
    if outcome is None:
        probe.fail("ending", "a dead end: no seat has a decision to make, but there is no outcome")
    if len(outcome.scores) != len(probe.seats):
        probe.fail("ending", f"the outcome has {len(outcome.scores)} scores for {len(probe.seats)} seats")
    if not (outcome.winners or outcome.others) or not set(outcome.winners) <= set(probe.seats):
        probe.fail("ending", f"the outcome's winners are {outcome.winners}")
    try:
        sentence = outcome.text.format(*probe.names)
    except (LookupError, ValueError) as error:
        probe.fail("ending", f"the players' names can't be put into the outcome's text: {error}")
    if not sentence.strip():
        probe.fail("ending", "the outcome has no text")
    read_well(probe, "ending", sentence)


def looking(probe: Probe[Any]) -> None:
    """Whatever is asked of a state, the state stays as it is and gives the same answer again."""
    game, state = probe.game, probe.match.state
    before = probe.look(state)
    for viewer in probe.viewers:
        game.prompt(state, viewer, probe.names)
        probe.sampled(viewer)
    for seat in probe.acting():
        for action in probe.some_of(game.legal(state, seat), TRIES):
            game.label(state, seat, action)
            game.facts(state, seat, action)
            game.explain(state, seat, action)
    if probe.look(state) != before:
        probe.fail("looking", "asking questions (legal, view, prompt, label, facts, explain, sample) changed the state")


def clones(probe: Probe[Any]) -> None:
    """A clone is equal and independent, both ways; no earlier state or copy has changed meanwhile."""
    game, state = probe.game, probe.match.state
    before = probe.look(state)
    clone = game.clone(state)
    if probe.look(clone) != before or game.window(clone) != game.window(state):
        probe.fail("clones", "a clone differs from the state that it was made from")
    if game.watch(game.clone(state)):
        probe.fail("clones", "a clone contains events")
    owing = probe.owing()
    if owing:
        seat = probe.one_of(owing)
        game.play(clone, seat, probe.one_of(game.legal(clone, seat)), SeededChance(probe.step))
        if probe.look(state) != before:
            probe.fail("clones", "playing on with a clone changed the state that it was made from")
    for n in probe.some_of(range(len(probe.past)), TRIES if owing else len(probe.past)):
        past = probe.past[n]
        if game.fingerprint(past.state) != past.fingerprint or game.fingerprint(past.copy) != past.fingerprint:
            probe.fail("clones", f"the state after entry {n}, or a copy of it, was changed later")


def samples(probe: Probe[Any]) -> None:
    """A state sampled for a viewer gives it the same view, legal list, prompt, chapter, standing, labels and
    explanations, to the byte."""
    game, state = probe.game, probe.match.state
    before = game.fingerprint(state)
    views = game.views(state)
    if game.about.perfect_information:
        _hiding_nothing(probe)
    for viewer in probe.viewers:
        if msgspec.json.encode(views(viewer)) != msgspec.json.encode(game.view(state, viewer)):
            probe.fail("samples", f"the views of all seats give viewer {viewer} a different view than its own")
        who = "a spectator" if viewer == SPECTATOR else f"seat {viewer}"
        sample = probe.sampled(viewer)
        probe.samples += 1
        probe.differing += game.fingerprint(sample) != before
        if msgspec.json.encode(game.view(sample, viewer)) != msgspec.json.encode(game.view(state, viewer)):
            probe.fail("samples", f"a state sampled for {who} gives it a different view")
        if game.prompt(sample, viewer, probe.names) != game.prompt(state, viewer, probe.names):
            probe.fail("samples", f"a state sampled for {who} gives it a different prompt")
        if game.chapter(sample, probe.names) != game.chapter(state, probe.names):
            probe.fail("samples", f"the chapter reveals hidden information to {who}")
        if game.standing(sample) != game.standing(state):
            probe.fail("samples", f"the standings reveal hidden information to {who}")
        if viewer == SPECTATOR:
            continue
        legal = game.legal(state, viewer)
        if game.legal(sample, viewer) != legal:
            probe.fail("samples", f"a state sampled for {who} gives it a different legal list")
        for action in probe.some_of(legal, TRIES):
            if game.label(sample, viewer, action) != game.label(state, viewer, action):
                probe.fail("samples", f"the label of {game.text(action)!r} reveals hidden information to {who}")
            if game.does(sample, viewer, action) != game.does(state, viewer, action):
                probe.fail("samples", f"what {game.text(action)!r} does reveals hidden information to {who}")
            if game.facts(sample, viewer, action) != game.facts(state, viewer, action):
                probe.fail("samples", f"the facts of {game.text(action)!r} reveal hidden information to {who}")
        for action in probe.some_of(sorted(probe.known), TRIES):
            if game.explain(sample, viewer, action) != game.explain(state, viewer, action):
                probe.fail(
                    "samples", f"the reason why {game.text(action)!r} is not legal reveals hidden information to {who}"
                )


def _hiding_nothing(probe: Probe[Any]) -> None:
    """Check that all see the same, and that a sample is the state itself."""
    game, state = probe.game, probe.match.state
    seen = [msgspec.to_builtins(game.view(state, viewer)) for viewer in probe.viewers]
    for viewer, view in zip(probe.viewers, seen, strict=True):
        who = "a spectator" if viewer == SPECTATOR else f"seat {viewer}"
        for name, value in view.items():
            if name != "seat" and value != seen[0][name]:
                probe.fail(
                    "samples", f"the game says that it hides nothing, but seat 0 and {who} see a different {name!r}"
                )
        if game.fingerprint(probe.sampled(viewer)) != game.fingerprint(state):
            probe.fail("samples", f"the game says that it hides nothing, but it samples things that {who} can't know")


def facts(probe: Probe[Any]) -> None:
    """A legal action changes just the numbers that its facts name, by as much as they say."""
    game, state = probe.game, probe.match.state
    if not any(game.measures(state, owner) for owner in (TABLE, *probe.seats)):
        return
    for seat in probe.acting():
        for action in probe.some_of(game.legal(state, seat), TRIES):
            for fault in untrue(game, state, len(probe.seats), seat, action, SeededChance(f"{probe.step} {action}")):
                probe.fail("facts", f"{game.text(action)!r} by seat {seat}: {fault}")


def untrue(game: Game[S], state: S, seats: int, seat: int, action: int, chance: Chance) -> Iterator[str]:
    """Compare the facts of a legal action with what it changes; a sentence for each difference."""
    owners = (TABLE, *range(seats))
    before = {owner: game.measures(state, owner) for owner in owners}
    trial = game.clone(state)
    game.do(trial, seat, action, chance)
    after = {owner: game.measures(trial, owner) for owner in owners}
    yield from contradictions(game.facts(state, seat, action), seat, before, after)


def hints(probe: Probe[Any]) -> None:
    """In a guided mode players get hints, from the start on: sentences, and actions that are legal. In others nobody
    does, and spectators never do."""
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
            who = "a spectator" if viewer == SPECTATOR else f"seat {viewer}"
            probe.fail("hints", f"{who} gets a hint in mode {mode!r}, but only players of guided modes should")
        try:
            sentence = hint.say.format(*probe.names)
        except (LookupError, ValueError) as error:
            probe.fail("hints", f"the players' names can't be put into a hint: {error}")
        read_well(probe, "hints", sentence)
        if not is_sentence(sentence):
            probe.fail("hints", f"a hint is not a sentence: {sentence!r}")
        if hint.does is not None and game.decode(hint.does) not in game.legal(match.state, viewer):
            probe.fail("hints", f"a hint asks seat {viewer} for {hint.does}, which is not legal: {sentence!r}")


def sampled_play(probe: Probe[Any]) -> None:
    """A sampled state plays on to its end like any other, and leaves the true state alone."""
    game, state = probe.game, probe.match.state
    before = game.fingerprint(state)
    sample = game.sample(state, probe.one_of(probe.viewers), probe.other)
    trail = Trail(game)
    for _ in range(game.bound + 1):
        due = game.due(sample)
        if not due:
            break
        seat = probe.one_of(seats_of(due))
        legal = game.legal(sample, seat)
        if not legal:
            probe.fail("sampled_play", f"in a sampled state, seat {seat} has a decision to make but no legal action")
        action = probe.one_of(legal)
        trail.note(seat, action, legal)
        game.play(sample, seat, action, probe.other)
    else:
        repeats = trail.repeats(sample)
        probe.fail(
            "sampled_play", f"a sampled state continues after {game.bound} decisions, the game's bound: {repeats}"
        )
    if game.outcome(sample) is None:
        probe.fail(
            "sampled_play",
            "a sampled state reaches a dead end: no seat has a decision to make, but there is no outcome",
        )
    if game.fingerprint(state) != before:
        probe.fail("sampled_play", "playing on in a sampled state changed the true state")


def random_play(probe: Probe[Any]) -> None:
    """However a game hurries when it is played on at random, it comes to what its legal lists and actions come to."""
    game, state = probe.game, probe.match.state
    came = []
    for play in (partial(Rules.play_at_random, game), game.play_at_random):
        after = game.clone(state)
        chance = SeededChance(probe.step)
        choosing = [SeededChance(f"{probe.step} {seat}") for seat in probe.seats]
        counts = play(after, chance, choosing, AT_RANDOM)
        came.append((counts, game.fingerprint(after), chance.mark(), [one.mark() for one in choosing]))
    if came[0] != came[1]:
        probe.fail("random_play", "playing on at random gives a different result than playing action by action")


def explaining(probe: Probe[Any]) -> None:
    """Why not: a sentence for each action that is not legal, nothing for one that is; and the state stays as it is."""
    game, state = probe.game, probe.match.state
    before = game.fingerprint(state)
    for seat in probe.seats:
        legal = set(game.legal(state, seat))
        for action in (*probe.some_of(sorted(probe.known), REASONS), *sorted(legal)[:TRIES]):
            why = game.explain(state, seat, action)
            if action in legal and why:
                probe.fail("explaining", f"{game.text(action)!r} is legal for seat {seat}, but explain says: {why}")
            read_well(probe, "explaining", why)
            if action not in legal and not is_sentence(why):
                probe.fail(
                    "explaining",
                    f"{game.text(action)!r} is not legal for seat {seat}, but explain gives no sentence: {why!r}",
                )
    if game.fingerprint(state) != before:
        probe.fail("explaining", "asking for a reason changed the state")


def refusing(probe: Probe[Any]) -> None:
    """What is not on the legal list is refused with a sentence and changes nothing."""
    game, match = probe.game, probe.match
    before = probe.look(match.state)
    number = match.number
    for action in probe.some_of(sorted(probe.known), TRIES):
        seat = probe.one_of(probe.seats)
        if action in game.legal(match.state, seat):
            continue
        try:
            match.propose(seat, [action])
        except GameError as error:
            if not is_sentence(str(error)):
                probe.fail("refusing", f"{game.text(action)!r} is refused without a sentence: {error}")
        else:
            probe.fail("refusing", f"{game.text(action)!r} is not legal for seat {seat}, but was not refused")
    if match.number != number or probe.look(match.state) != before:
        probe.fail("refusing", "a refused action changed the state")


def words(probe: Probe[Any]) -> None:
    """Every legal action has a JSON form that comes back as itself, a text and a label; every viewer has a prompt."""
    game, state = probe.game, probe.match.state
    for viewer in probe.viewers:
        prompt = game.prompt(state, viewer, probe.names)
        if not prompt.strip():
            probe.fail("words", f"there is no prompt for seat {viewer}")
        read_well(probe, "words", prompt)
    for seat in probe.acting():
        for action in probe.some_of(game.legal(state, seat), TRIES):
            form = game.encode(action)
            if not isinstance(form.get("type"), str):
                probe.fail("words", f"the JSON form of action {action} has no type: {form}")
            if game.decode(msgspec.json.decode(msgspec.json.encode(form))) != action:
                probe.fail("words", f"the JSON form {form} isn't read back as action {action}")
            if not game.text(action).strip() or "\n" in game.text(action):
                probe.fail("words", f"action {form} has no one-line text")
            label = game.label(state, seat, action)
            if not label.strip():
                probe.fail("words", f"action {form} has no label")
            read_well(probe, "words", label)
            if game.does(state, seat, action) not in label:
                probe.fail("words", f"what action {form} does is not part of its label")


def strange_forms(probe: Probe[Any]) -> None:
    """A JSON form that is not quite an action's is refused with a sentence, or is a form of an action all the same."""
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
    """Every action has a JSON form and a text of its own, and the form comes back as the action. Other ints are refused
    with a sentence."""
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
    """Numbers in what people read have one format, see `phrases.amount`: 12,000 with a comma, −5 with a true minus."""
    if found := ODD_NUMBER.search(text):
        probe.fail(check, f"the number at {found[0]!r} is not written like other numbers: {text}")


def is_sentence(text: str) -> bool:
    """Whether a text reads as a sentence: no small letter first, a full stop last."""
    return bool(text.strip()) and not text[0].islower() and text.endswith(".")


def _comes_back(game: Game[Any], action: int) -> bool:
    try:
        return game.decode(game.encode(action)) == action
    except GameError:
        return False


def taking_back(probe: Probe[Any]) -> None:
    """Undo restores exactly what was before: state, views, legal lists; and cannot go further than the window."""
    game, match = probe.game, probe.match
    now = probe.look(match.state)
    for seat in probe.seats if not match.over else ():
        most = match.can_undo(seat)
        own = [step for step in match.window.steps if step.seat == seat]
        for count in probe.some_of(range(1, most + 1), 3):
            undone = match.propose_undo(seat, count)
            gone = own[-count:]
            kept = tuple(step.n for step in match.window.steps if step not in gone)
            known = probe.standing.get((match.window.opened, kept))
            if known is not None and probe.look(undone.state) != probe.look(probe.past[known].state):
                probe.fail(
                    "taking_back", f"after undoing {count}, the game differs from what it was after entry {known}"
                )
            state = game.clone(undone.state)
            for step in gone:
                if step.action not in game.legal(state, seat):
                    probe.fail("taking_back", f"{game.text(step.action)!r} can't be done again after it was undone")
                game.play(state, seat, step.action, NoChance())
            if probe.look(state) != now:
                probe.fail("taking_back", f"redoing what seat {seat} undid leads to a different state")
        try:
            match.propose_undo(seat, most + 1)
        except GameError:
            continue
        probe.fail("taking_back", f"seat {seat} can undo {most + 1} steps, but only {most} are its own")
    if probe.look(match.state) != now:
        probe.fail("taking_back", "a proposal to undo changed the state")


def barrier(probe: Probe[Any], seat: int, action: int) -> None:
    """What can be taken back tells nothing new: in a state that the seat cannot tell from the true one, the same action
    looks and reads the same to it."""
    game, state = probe.game, probe.match.state
    true = _told(probe, game.clone(state), seat, action)
    if true is not None and true != _told(probe, game.clone(probe.sampled(seat)), seat, action):
        probe.fail("barrier", f"{game.text(action)!r} shows seat {seat} something hidden but can be undone")


def _told(probe: Probe[Any], start: Any, seat: int, action: int) -> tuple[list[str | None], bytes, list[int]] | None:
    """All that an action tells the seat that takes it; None where it cannot be taken back and so may tell anything."""
    game = probe.game
    before = game.window(start)
    chance = RecordingChance(probe.other)
    events = game.watch(start)
    game.play(start, seat, action, chance)
    if chance.drawn or game.window(start) != before or not game.due(start):
        return None
    lines = [game.narrate(event, seat, probe.names) for event in events]
    return lines, msgspec.json.encode(game.view(start, seat)), game.legal(start, seat)


def telling(probe: Probe[Any], record: Record) -> None:
    """Every event is a sentence, or nothing, for each viewer."""
    for event in record.events:
        for viewer in probe.viewers:
            sentence = probe.game.narrate(event, viewer, probe.names)
            read_well(probe, "telling", sentence or "")
            if sentence is not None and not sentence.strip():
                probe.fail("telling", f"event {event} is an empty sentence for viewer {viewer}")
            if sentence is None and viewer != SPECTATOR and probe.game.concerns(event, viewer, probe.names):
                probe.fail("telling", f"event {event} concerns seat {viewer}, but says nothing to it")
