"""Random journals of finished live games, and forged ones, which the command line and the page must judge alike.

An honest journal is a game played at random, or a wild one whose entries, content, and draws no game would make, but
whose proof holds. Some continue another game, with or without a redeal. A forged journal is an honest one with one
change: in its content, in the fields of a line, or in the bytes of the file.
"""

from __future__ import annotations

import hashlib
import json
import random
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.chain import Chain, hash_of_name, seal
from cashbox.engine.going_on import continue_game, take_over
from cashbox.engine.journal import FORMAT, Close, Entry, Header, Journal, content_hash, dumps, loads, withdrawn_name
from cashbox.engine.live_chance import LiveChance, commit
from tests.engine.coins import Tiny
from tests.engine.live_journals import bound, live, play_out
from tests.fixtures.make_journals import FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable

replace = msgspec.structs.replace

LETTERS: Final = 'abz 09é€\u2028\x7f\u00a0😀\uffee"\\/\b\f\n\r\t\x00\x1f'
SIZES: Final = (1, 2, 6, 6, 6, 40, 2**32, 2**53 + 1, 2**63 + 1, 3 * 2**62, 2**64 - 1, 2**64)
"""How many answers a draw has: of some, every fourth word is skipped or more."""


def text(rand: random.Random, least: int = 0) -> str:
    return "".join(rand.choice(LETTERS) for _ in range(rand.randint(least, 6)))


def value(rand: random.Random, depth: int = 3) -> Any:
    """Anything that JSON has."""
    kind = rand.randrange(9 if depth else 6)
    if kind == 0:
        return rand.choice([True, False, None])
    if kind in (1, 2):
        return rand.choice([-1, 1]) * rand.choice([0, 7, 2**53 + 1, 2**64, 10**30, rand.getrandbits(40)])
    if kind == 3:
        exponent = rand.randint(-330, 300)
        return rand.choice([0.0, -0.0, 1.0, rand.random(), rand.random() * 10 ** rand.randint(-8, 20), 10.0**exponent])
    if kind in (4, 5):
        return text(rand)
    if kind == 6:
        return [value(rand, depth - 1) for _ in range(rand.randrange(4))]
    return mapping(rand, depth - 1)


def mapping(rand: random.Random, depth: int = 3) -> dict[str, Any]:
    return {text(rand): value(rand, depth) for _ in range(rand.randrange(4))}


def played(rand: random.Random, number: int) -> Journal:
    """A game of coins."""
    seats = rand.randint(2, 4)
    secret, names = rand.randbytes(rand.choice([16, 32, 32, 32, 70])), [text(rand, 1) for _ in range(seats)]
    nonces = [rand.choice(["", text(rand, 1), "00" * 16]) for _ in range(seats)]
    match = live(Tiny(), secret, nonces, names, {"rounds": rand.randint(1, 4)})
    given = match.journal.header
    if rand.random() < 0.3:  # a seat that withheld its nonce
        seals = tuple(one or rand.choice(["", seal("withheld")]) for one in given.seals)
        match.journal.header = replace(given, seals=seals)
    return play_out(match, secret, seed=f"{number}", undo=rand.choice([2, 20]))


def gone_on(rand: random.Random, number: int) -> Journal:
    """A game of coins that goes on from any point of another one, which may have gone on itself."""
    journal = played(rand, number)
    for time in range(rand.choice([1, 1, 2])):
        seats, last = journal.header.seats, len(journal.entries) - 2
        secret, names = rand.randbytes(32), [text(rand, 1) for _ in range(seats)]
        nonces = [rand.choice(["", text(rand, 1)]) for _ in range(seats)]
        prologue = take_over(Tiny(), journal, rand.randint(0, last))
        chance = LiveChance(secret, [nonce for nonce in nonces if nonce])
        anew, proof = rand.choice([0, rand.randrange(1, 1 << seats)]), bound(secret, nonces)
        match = continue_game(Tiny(), journal.header.options, prologue, chance, players=names, proof=proof, anew=anew)
        journal = play_out(match, secret, seed=f"{number} {time}", undo=rand.choice([2, 20]))
    return journal


@cache
def files() -> list[bytes]:
    """The games of the house that were kept."""
    return [file.read_bytes() for file in sorted(FOLDER.glob("*.jsonl"))]


def of_the_house(rand: random.Random, number: int) -> Journal:
    """A game that was kept, as if it had been live."""
    journal = loads(files()[number % len(files())])
    return journal if journal.header.commitment else bound_anew(rand, journal)


def wild(rand: random.Random, _number: int) -> Journal:
    """Nothing that any game would make."""
    seats = rand.randint(1, 5)
    content = mapping(rand)
    options: dict[str, bool | int | str] = {}
    for _ in range(rand.randrange(3)):
        options[text(rand)] = rand.choice([True, False, 0, -3, 10**25, text(rand)])  # type: ignore[assignment]
    header = Header(
        format=FORMAT, game=text(rand), options=options, seats=seats, content_hash=content_hash(content),
        players=tuple(text(rand) for _ in range(seats)), edition=rand.choice([1, 2, 10**20]),
        comment=rand.choice(["", text(rand)]),
    )  # fmt: skip
    entries = [Entry(0)]
    for n in range(1, rand.randint(2, 12)):
        by = rand.choice(["", "", "stand-in", "lapse"])
        why = rand.choice(["", "time", "host", "vote", "left"]) if by == "stand-in" else ""
        seat = rand.randrange(seats)
        undo = Entry(n, seat, undo=rand.choice([1, 2**70]))
        entries.append(undo if rand.random() < 0.2 else Entry(n, seat, do=mapping(rand), by=by, why=why))  # type: ignore[arg-type]
    if rand.random() < 0.25:
        header = replace(header, taken_over=rand.randint(1, len(entries)), origin=rand.randbytes(32).hex())
        for n in range(1, min(header.taken_over + 1, len(entries))):
            if rand.random() < 0.3:
                entries[n] = Entry(n, anew=rand.randrange(1, 1 << seats))
    return bound_anew(rand, Journal(header, content, entries), SIZES)


def bound_anew(rand: random.Random, journal: Journal, draws: tuple[int, ...] = ()) -> Journal:
    """The same as a live game, with a secret and nonces. draws: what is drawn in place of what was."""
    secret, seats = rand.randbytes(rand.choice([16, 32, 80])), journal.header.seats
    nonces = tuple(rand.choice(["", text(rand, 1)]) for _ in range(seats))
    salts = tuple(rand.choice(["", rand.randbytes(16).hex()]) for _ in range(seats))
    players = tuple(name if salts[n] else withdrawn_name(n) for n, name in enumerate(journal.header.players))
    header = replace(
        journal.header, commitment=commit(secret), nonces=nonces, salts=salts, players=players,
        seals=tuple(seal(nonce) if nonce else "" for nonce in nonces),
        names=tuple(hash_of_name(salt or "00" * 16, name) for salt, name in zip(salts, players, strict=True)),
    )  # fmt: skip
    chance = LiveChance(secret, header.shares)
    entries = []
    for entry in journal.entries:
        asked = [rand.choice(draws) for _ in range(rand.randrange(4))] if draws else [n for n, _ in entry.chance]
        draw = rand.randrange if entry.n < header.taken_over else chance.draw
        answers = tuple((n, draw(n)) for n in ([] if entry.undo else asked))
        entries.append(replace(entry, chance=answers))
    scores, winners = tuple(rand.choice([0, -5, 10**20]) for _ in range(seats)), tuple(range(rand.randint(0, seats)))
    others = {text(rand): 3} if rand.random() < 0.3 else {}
    head = Chain(header, secret).heads(entries)[-1]
    close = Close(scores=scores, winners=winners, others=others, secret=secret.hex(), head=head)
    return Journal(header, journal.content, entries, close)


def true(number: int) -> tuple[bytes, list[str]]:
    """A journal that no one changed, and heads of it that were kept."""
    rand = random.Random(f"true {number}")
    make = [played, played, gone_on, played, played, gone_on, wild, wild, wild, of_the_house][number % 10]
    journal = make(rand, number // 10 if make is of_the_house else number)
    if journal.end is None or rand.random() < 0.3:
        return dumps(journal), []
    heads = Chain(journal.header, bytes.fromhex(journal.end.secret)).heads(journal.entries)
    return dumps(journal), rand.sample(heads, min(3, len(heads)))


# -- what is changed --------------------------------------------------------------------------------------------------


def mended(journal: Journal) -> None:
    """Whoever has the secret makes the chain anew."""
    if journal.end is not None:
        head = Chain(journal.header, bytes.fromhex(journal.end.secret)).heads(journal.entries)[-1]
        journal.end = replace(journal.end, head=head)


def other(rand: random.Random, found: Any) -> Any:
    """Another value of the same kind or of none that fits."""
    odd: list[Any] = [0, -1, 1.5, True, None, "", "x", [], {}, 2**64, 10**22, "0" * 64, "é"]
    if isinstance(found, list) and found and rand.random() < 0.8:
        at = rand.randrange(len(found))
        return rand.choice([
            [*found[:at], other(rand, found[at]), *found[at + 1 :]], [*found[:at], *found[at + 1 :]],
            [*found, found[at]], found[::-1],
        ])  # fmt: skip
    if isinstance(found, dict) and found and rand.random() < 0.8:
        key = rand.choice(list(found))
        return rand.choice([
            {**found, key: other(rand, found[key])}, {k: v for k, v in found.items() if k != key}, {**found, "x": 1},
            {key: found[key], **found},
        ])  # fmt: skip
    if type(found) is int and rand.random() < 0.7:
        return found + rand.choice([-1, 1, 2, 10**21])
    if isinstance(found, str) and found and rand.random() < 0.7:
        at = rand.randrange(len(found))
        return found[:at] + rand.choice(["0", "a", "f", "", "é", "\n", found[at].upper()]) + found[at + 1 :]
    return rand.choice(odd)


def told_otherwise(rand: random.Random, data: bytes) -> bytes:
    """Entries changed, moved, left out or told twice, and numbers put right; the chain made anew now and then."""
    journal = loads(data)
    entries = journal.entries
    at, to = rand.randrange(len(entries)), rand.randrange(len(entries))
    drawn = [n for n, entry in enumerate(entries) if entry.chance]
    way = rand.randrange(5)
    if way == 0 and len(entries) > 1:
        del entries[at]
    elif way == 1:
        entries.insert(to, entries[at])
    elif way == 2:
        entries[at], entries[to] = entries[to], entries[at]
    elif way == 3 and drawn:
        at = rand.choice(drawn)
        entry, k = entries[at], rand.randrange(len(entries[at].chance))
        chance = list(entry.chance)
        n, answer = chance[k]
        chance[k] = rand.choice([(n, (answer + 1) % n), (n + 1, answer), (n, answer + 1), (2**64, 2**64 - 1)])
        entries[at] = replace(entry, chance=tuple(rand.choice([chance, chance[:k], [*chance, (6, 1)]])))
    elif entries[at].do is not None:
        entries[at] = replace(entries[at], do={**entries[at].do, "x": value(rand)})  # type: ignore[dict-item]
    if rand.random() < 0.9:
        entries[:] = [replace(entry, n=n) for n, entry in enumerate(entries)]
    if rand.random() < 0.5:
        mended(journal)
    return dumps(journal)


def cut_short(rand: random.Random, data: bytes) -> bytes:
    """A game that has no end, or none that anything can be made from."""
    journal = loads(data)
    secret = rand.choice([b"", b"short", rand.randbytes(32)])
    way = rand.randrange(4)
    if way == 0:
        journal.end = None
    elif way == 1:
        journal.end = replace(journal.end, secret=secret.hex())  # type: ignore[type-var]
    elif way == 2:
        journal.header = replace(journal.header, commitment=commit(secret))
        journal.end = replace(journal.end, secret=secret.hex())  # type: ignore[type-var]
        if len(secret) > 16 and rand.random() < 0.5:
            mended(journal)
    else:
        empty: dict[str, Any] = {"commitment": "", "nonces": (), "seals": (), "names": (), "salts": ()}
        journal.header = replace(journal.header, **empty)
        journal.end = replace(journal.end, secret="", head="")  # type: ignore[type-var]
    return dumps(journal)


def gone_on_otherwise(rand: random.Random, data: bytes) -> bytes:
    """Another number of entries taken over, another origin; cards dealt anew for others, elsewhere, by someone."""
    journal = loads(data)
    header, entries = journal.header, journal.entries
    many, origin, dealt = header.taken_over, header.origin, [n for n, entry in enumerate(entries) if entry.anew]
    way, at = rand.randrange(4), rand.choice(dealt) if dealt else rand.randrange(len(entries))
    if way == 0:
        many = rand.choice([many + 1, many + 1, many - 1, many - 1, 0, -1, len(entries), len(entries) + 1, 2**70])
        origin = rand.choice([origin, origin, "0" * 64])
    elif way == 1:
        origin = rand.choice(["", "0" * 64, origin.upper(), origin[1:], origin[::-1], "x" * 64])
    elif way == 2:
        everybody = (1 << header.seats) - 1
        by_somebody: list[dict[str, Any]] = [{"seat": 0}, {"do": {}}, {"undo": 1}, {"by": "lapse"}, {"why": "left"}]
        somebody: dict[str, Any] = rand.choice(by_somebody)
        seats: dict[str, Any] = {"anew": rand.choice([0, 1, 2, everybody, everybody + 1, everybody + 1, -1, -1, 2**70])}
        entries[at] = replace(entries[at], **rand.choice([somebody, seats, seats]))
    else:
        to = rand.choice([0, many, many, many + 1, rand.randint(0, len(entries))])
        entries.insert(to, entries.pop(at) if dealt and rand.random() < 0.5 else Entry(to, anew=1))
        entries[:] = [replace(entry, n=n) for n, entry in enumerate(entries)]
    journal.header = replace(header, taken_over=many, origin=origin)
    if rand.random() < 0.5:
        mended(journal)
    return dumps(journal)


def a_field(rand: random.Random, data: bytes) -> bytes:
    """A field of one line is another, is gone, or a new one is there; the header and the people more often."""
    lines = data.split(b"\n")[:-2]
    at = rand.choice([0, 0, 2, 2, len(lines) - 1, len(lines) - 1, rand.randrange(len(lines))])
    record = json.loads(lines[at])
    key = rand.choice(list(record))
    record[key] = other(rand, record[key])
    if rand.random() < 0.1:
        del record[key]
    lines[at] = json.dumps(record, separators=(",", ":"), ensure_ascii=False).encode(errors="replace")
    return resum(lines)


OTHERWISE: Final = [
    (b":", b": "), (b",", b", "), (b'"type"', b' "type"'), (b"0", b"00"), (b"1", b"1.0"), (b"1", b"1e0"), (b"1", b"-1"),
    (b"0", b"-0"), (b"a", b"\\u0061"), (b"/", b"\\/"), (b'"n":', b'"n":1,"n":'), (b'"seat":', b'"seat":0,"seat":'),
    (b"{", b'{"x":1,'), (b"}", b',"undo":0}'), (b"}", b',"chance":[]}'), (b"}", b',"anew":1}'),
    (b"}", b',"anew":0}'), (b'"taken_over":', b'"taken_over":0'), (b"[", b"[ "), (b'"', b"'"), (b"e", b"\xff"),
    (b"e", b"\xc3"), (b"e", b"\xed\xa0\x80"), (b"e", b"\\ud800"), (b"e", b"\xef\xbb\xbf"), (b"e", b"E"),
    (b"a", b"\x00"), (b"}", b"}\r"), (b"}", b"}\n"), (b"\n", b"\n\n"), (b"\n", b""), (b"\n", b"\r\n"), (b'"', b'"\\t'),
    (b'"', b'"\t'), (b"[", b"[" * 3000), (b":", b":" + b"1" * 4400), (b"true", b"True"), (b"null", b"NaN"),
    (b"[]", b"null"),
    (b'"format":1', b'"format":2'), (b'"format":', b'"format": '), (b'"type":"close', b'"type":"end'), (b"}", b""),
]  # fmt: skip


def the_text(rand: random.Random, data: bytes) -> bytes:
    """The same in other words, which a journal has not, or nearly the same."""
    body = b"\n".join(data.split(b"\n")[:-2])
    for _ in range(50):
        old, new = rand.choice(OTHERWISE)
        places = [at for at in range(len(body)) if body.startswith(old, at)] if len(body) < 20_000 else [body.find(old)]
        if places and places[0] >= 0:
            at = rand.choice(places)
            return resum((body[:at] + new + body[at + len(old) :]).split(b"\n"))
    return a_byte(rand, data)


def a_byte(rand: random.Random, data: bytes) -> bytes:
    """Some byte is another or missing, the sum mended or not."""
    at = rand.randrange(len(data))
    changed = data[:at] + rand.choice([b"", rand.randbytes(1), b"0", b"a"]) + data[at + 1 :]
    return changed if rand.random() < 0.4 else resum(changed.split(b"\n")[:-2])


def the_lines(rand: random.Random, data: bytes) -> bytes:
    """Lines cut off, moved, left out or told twice; or something else altogether."""
    lines = data.split(b"\n")[:-2]
    at, to = rand.randrange(len(lines)), rand.randrange(len(lines))
    way = rand.randrange(7)
    if way == 0:
        return data[: rand.randrange(len(data))]
    if way == 1:
        return b"".join(line + b"\n" for line in lines[:at])
    if way == 2:
        return data + rand.choice([b"\n", b"x", b"{}\n", data])
    if way == 3:
        return rand.choice([b"", b"\n", b"{}\n", b"[]\n", b"null\n", b"GIF89a\x01\xff\n", b"[" * 5000 + b"\n", b"1"])
    if way == 4:
        lines[at], lines[to] = lines[to], lines[at]
    elif way == 5:
        lines.insert(to, lines[at])
    else:
        del lines[at]
    return resum(lines)


def resum(lines: list[bytes]) -> bytes:
    """A file of these lines with a sum that fits."""
    body = b"".join(line + b"\n" for line in lines)
    return body + b'{"type":"sum","sha256":"' + hashlib.sha256(body).hexdigest().encode() + b'"}\n'


FORGERS: Final[list[Callable[[random.Random, bytes], bytes]]] = [
    told_otherwise, told_otherwise, cut_short, a_field, a_field, a_field, the_text, the_text, a_byte, the_lines,
    gone_on_otherwise,
]  # fmt: skip


def forged(number: int) -> tuple[bytes, list[str]]:
    """A journal that someone changed, and heads that someone kept: of what it was before, or of something else."""
    rand = random.Random(f"forged {number}")
    data, heads = true(number)
    forgers = [*FORGERS, *[gone_on_otherwise] * 5] if b'"taken_over":' in data else FORGERS
    while True:
        changed = rand.choice(forgers)(rand, data)
        if changed != data:
            break
    odd = [[], heads, [*heads, "0" * 64], [head.upper() for head in heads]]
    return changed, rand.choice([heads, heads, *odd])
