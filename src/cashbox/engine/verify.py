"""Verify a finished game: its draws match the commitment, nothing was changed, and it was played by the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.chain import Chain, hash_of_name, seal
from cashbox.engine.chance import ChanceError, RecordedDeal, ScriptedChance
from cashbox.engine.game import GameError
from cashbox.engine.going_on import comes_from
from cashbox.engine.live_chance import LEAST_SECRET, LiveChance, fits
from cashbox.engine.match import Match
from cashbox.engine.phrases import listed
from cashbox.engine.stand_ins import sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game
    from cashbox.engine.journal import Close, Header, Journal


_NO_HEAD: Final = (
    "Anyone who has the secret could make a new chain for another game. Only a head that someone kept during the game "
    "proves that this is the same game."
)


class Report(msgspec.Struct, frozen=True):
    """The result of a verification. entries: the number after the start; draws: the number compared with the secret;
    faults: one sentence for each fault, empty if there is none; guarantees: sentences on what a journal without faults
    proves, and what it does not; stood_in: sentences about players for whom bots decided; unchecked: the number of
    draws taken over from a game that was not given, which could not be checked."""

    entries: int
    draws: int
    faults: tuple[str, ...]
    guarantees: tuple[str, ...]
    stood_in: tuple[str, ...] = ()
    unchecked: int = 0

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def verify(
    journal: Journal,
    load: Callable[[Journal], Game[Any]],
    heads: Sequence[str] = (),
    origins: Sequence[Journal] = (),
) -> Report:
    """Check every draw against the revealed secret, every entry against the rules, and everything against the chain.

    load: loads a journal's game by its content and edition of the rules. heads: chain heads (hex) that someone saved
    during the game. origins: journals of the games that this one continues, directly and indirectly; they are checked
    in the same way.
    """
    faults = proof_faults(journal, heads)
    origin = next((one for one in origins if comes_from(journal, one)), None)
    faults.extend(_origin_faults(journal, load, origin, origins))
    stood_in: tuple[str, ...] = ()
    guarantees = _guarantees(journal.header, heads, checked=origin is not None)
    try:
        match = Match.replay(load(journal), journal)
        stood_in = tuple(sentences(match))
        guarantees.extend(_redeal(match.game, journal))
        if journal.end is None and match.over:
            faults.append("The game is over, but the journal does not say how it ended.")
    except GameError as error:
        faults.append(str(error))
    before = sum(len(entry.chance) for entry in journal.entries[: journal.header.taken_over])
    draws, unchecked = (journal.drawn + before, 0) if origin is not None else (journal.drawn, before)
    return Report(len(journal.entries) - 1, draws, tuple(faults), tuple(guarantees), stood_in, unchecked)


def _origin_faults(
    journal: Journal, load: Callable[[Journal], Game[Any]], origin: Journal | None, origins: Sequence[Journal]
) -> list[str]:
    """List what is wrong with the game that a journal continues. `origin` is its journal, None if it is not given."""
    if origin is not None:
        found = verify(origin, load, origins=[one for one in origins if one is not origin and origin.header.taken_over])
        faults = [f"In the game that this one continues: {fault}" for fault in found.faults]
        if found.unchecked:
            faults.append(
                "This game continues one that itself continues another game, and that game's journal is missing."
            )
        return faults
    if not origins:
        return []
    if not journal.header.taken_over:
        return ["This game doesn't continue another one, so there is no origin to check."]
    return ["This game continues another game, and that game's journal is missing."]


def proof_faults(journal: Journal, heads: Sequence[str] = ()) -> list[str]:
    """List what is wrong with a journal without playing it: secret, draws, chain, nonces, and names."""
    faults: list[str] = []
    header, end = journal.header, journal.end
    if end is None:
        faults.append("The journal is incomplete: the game isn't finished, and its secret hasn't been revealed.")
    elif not header.commitment:
        faults.append("The table didn't commit to a secret, so its draws can't be checked.")
    elif not fits(end.secret, header.commitment):
        faults.append("The revealed secret doesn't match the commitment.")
    elif len(end.secret) < 2 * LEAST_SECRET:
        faults.append(f"The revealed secret is too short: it has fewer than {LEAST_SECRET} bytes.")
    else:
        faults.extend(draw_faults(journal, LiveChance(bytes.fromhex(end.secret), header.shares)))
        faults.extend(_chain(journal, end, heads))
    faults.extend(_people(header))
    return faults


def draw_faults(journal: Journal, chance: Chance) -> list[str]:
    """List what is wrong with the draws of a game: the first fault in full, the others as a number.

    Args:
        journal: Its journal.
        chance: Created from the secret, at its first draw.
    """
    own = journal.entries[journal.header.taken_over :]
    drawn = ((entry.n, n, answer) for entry in own for n, answer in entry.chance)
    faults = []
    for number, (entry, n, answer) in enumerate(drawn):
        right = chance.draw(n)
        if right != answer:
            faults.append(
                f"Entry {entry}, draw {number}: the journal has {answer} of {n}, but the secret gives {right}."
            )
    return faults if len(faults) < 2 else [faults[0], f"{len(faults) - 1} later draws are also wrong."]


def _chain(journal: Journal, end: Close, heads: Sequence[str]) -> list[str]:
    """List what is wrong with the chain, and which of these heads are not part of it."""
    faults = []
    chain = Chain(journal.header, bytes.fromhex(end.secret)).heads(journal.entries)
    if chain[-1] != end.head:
        faults.append(
            "The chain doesn't lead to its final head: an entry, an option, the hash of a name, or a nonce was "
            "changed, moved, left out, or added."
        )
    faults.extend(
        f"The head {head} is not on the chain: it belongs to a different game from the one in this journal."
        for head in heads
        if head not in chain
    )
    return faults


def _people(header: Header) -> list[str]:
    """List what is wrong with nonces and names."""
    faults = []
    for seat, (nonce, sealed) in enumerate(zip(header.nonces, header.seals, strict=True)):
        if nonce and seal(nonce) != sealed:
            faults.append(f"The nonce of seat {seat + 1} doesn't match the hash that the seat gave at the start.")
    for seat, (salt, hashed) in enumerate(zip(header.salts, header.names, strict=True)):
        if salt and hash_of_name(salt, header.players[seat]) != hashed:
            faults.append(f"The name of seat {seat + 1} doesn't match the name used during the game.")
    return faults


def _guarantees(header: Header, heads: Sequence[str], *, checked: bool) -> list[str]:
    """List what a journal of this kind proves and what it does not. `checked` says whether the game that it continues
    was checked too."""
    seats = range(header.seats)
    inside = [f"{seat + 1}" for seat in seats if header.nonces and header.nonces[seat]]
    withheld = [f"{seat + 1}" for seat in seats if header.seals and header.seals[seat] and not header.nonces[seat]]
    without = [f"{seat + 1}" for seat in seats if header.seals and not header.seals[seat]]
    told = [f"Each draw is derived from the secret behind the commitment {header.commitment}{_shared(inside)}."]
    if withheld:
        told.append(f"Not part of the key, because they didn't reveal their nonce in time: {_seats(withheld)}.")
    if without:
        told.append(f"Not part of the key, because they gave no nonce: {_seats(without)}.")
    told.append("The chain covers every entry, option, and name: nothing was changed, moved, left out, or added.")
    if header.taken_over:
        told.append(_taken_over(header, checked=checked))
    told.extend(f"The head {head} is on the chain." for head in heads)
    if not heads:
        told.append(_NO_HEAD)
    told.extend(f"Seat {seat + 1}: name withdrawn." for seat, salt in enumerate(header.salts) if not salt)
    return told


def _taken_over(header: Header, *, checked: bool) -> str:
    entries = f"Entries 0 to {header.taken_over - 1} were" if header.taken_over > 1 else "Entry 0 was"
    if checked:
        return f"{entries} taken from the game with the origin {header.origin}, whose journal was also checked."
    return (
        f"{entries} taken from the game with the origin {header.origin}. That game's draws weren't checked here, only "
        "that it followed the rules."
    )


def _redeal(game: Game[Any], journal: Journal) -> list[str]:
    """State whether the draws of this game's own redeal, if any, give the recorded deal. Dealing may change between
    versions, so a difference is not a fault."""
    at = journal.header.taken_over
    entry = journal.entries[at] if 0 < at < len(journal.entries) else None
    if entry is None or not entry.anew:
        return []
    script = ScriptedChance(entry.chance)
    again = RecordedDeal(script)
    try:
        game.sampler(Match.replay(game, journal, at - 1).state, entry.anew)(again)
    except ChanceError:
        again.dealt.clear()
    if tuple(again.dealt) == entry.dealt and not script.left:
        return [f"Entry {at} redeals the cards that its draws give."]
    told = (
        f"Entry {at} redeals cards in a way that its seats can't tell from the earlier game. This version of cashbox "
        "deals other cards for the same draws, so only the version that played the game can check this."
    )
    return [told]


def _shared(inside: Sequence[str]) -> str:
    return f" and the nonces of {_seats(inside)}" if inside else " alone; no seat contributed to it"


def _seats(seats: Sequence[str]) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {listed(seats)}"
