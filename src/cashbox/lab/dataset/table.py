"""The rows of a shard, as Parquet. It needs the extra `dataset`.

| column | type | meaning |
| --- | --- | --- |
| `game`, `seed`, `number` | text, int, int | the game's id, the run's seed, and the number of the game in the run |
| `seat`, `bot` | int, text | which seat decides, and which bot sits there |
| `observation` | floats | what the seat observes |
| `mask` | booleans | which actions are legal |
| `action` | int | the number of the action that the bot takes |
| `score`, `win` | int, float | how the game ended for this seat: the score, and 1 or a share for winning |
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cashbox.engine.game import GameError
from cashbox.lab.simulate.decisions import Decisions, unpacked

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cashbox.lab.simulate import Plan, Played

GAMES: Final = b"cashbox.games"
"""The games of a shard: the first number, and the one after the last."""


class Shape(NamedTuple):
    """The number of numbers in an observation, and of actions."""

    observation: int
    actions: int


def check_installed() -> None:
    """GameError("not-installed") without pyarrow."""
    try:
        import pyarrow as pa  # noqa: F401 (asked for whether it is there)
    except ModuleNotFoundError:
        sentence = "A dataset needs pyarrow. Install it: pip install 'cashbox[dataset]'."
        raise GameError("not-installed", sentence) from None


def is_whole(file: Path, numbers: range) -> bool:
    """Check whether a file is a complete shard of these games."""
    from pyarrow import ArrowInvalid, parquet

    try:
        with file.open("rb") as opened:
            found = parquet.ParquetFile(opened).schema_arrow.metadata or {}
    except (OSError, ArrowInvalid):
        return False
    return bool(found.get(GAMES) == _games(numbers))


def _games(numbers: range) -> bytes:
    return json.dumps([numbers.start, numbers.stop]).encode()


def packed(several: Sequence[Played], run: Plan, shape: Shape) -> tuple[bytes, int]:
    """Pack the decisions of some games in order. Returns a Parquet file and its number of rows."""
    import pyarrow as pa
    from pyarrow import parquet

    columns: dict[str, list[Any]] = {name: [] for name in ("number", "seat", "bot", "action", "score", "win")}
    observations, masks = [], []
    for played in several:
        found: Decisions = played.note
        share = 1 / len(played.winners) if played.winners else 0.0
        columns["number"] += [played.number] * len(found.seats)
        columns["seat"] += found.seats
        columns["bot"] += [run.bots[played.bots[seat]] for seat in found.seats]
        columns["action"] += found.actions
        columns["score"] += [played.scores[seat] for seat in found.seats]
        columns["win"] += [share if seat in played.winners else 0.0 for seat in found.seats]
        seen, legal = unpacked(found)
        observations.append(seen)
        masks.append(legal)
    rows = len(columns["seat"])
    arrays = {
        "game": pa.array([run.game] * rows, pa.string()),
        "seed": pa.array([run.seed] * rows, pa.int64()),
        "number": pa.array(columns["number"], pa.int64()),
        "seat": pa.array(columns["seat"], pa.int8()),
        "bot": pa.array(columns["bot"], pa.string()),
        "observation": _lists(pa.float32(), b"".join(observations), rows, shape.observation),
        "mask": _lists(pa.bool_(), _bits(b"".join(masks), rows, shape.actions), rows, shape.actions),
        "action": pa.array(columns["action"], pa.int32()),
        "score": pa.array(columns["score"], pa.int64()),
        "win": pa.array(columns["win"], pa.float32()),
    }
    numbers = range(several[0].number, several[-1].number + 1)
    made = pa.table(arrays).replace_schema_metadata({GAMES: _games(numbers)})
    out = pa.BufferOutputStream()
    parquet.write_table(made, out, compression="zstd")
    return out.getvalue().to_pybytes(), rows


def _lists(kind: Any, data: bytes, rows: int, width: int) -> Any:
    """Return a column of lists of the same length, of the memory that holds their items."""
    import pyarrow as pa

    items = pa.Array.from_buffers(kind, rows * width, [None, pa.py_buffer(data)])
    return pa.FixedSizeListArray.from_arrays(items, width)


def _bits(masks: bytes, rows: int, width: int) -> bytes:
    """Join rows of bits, each padded to whole bytes, without gaps, as Arrow requires."""
    each = (width + 7) // 8
    total = 0
    found = bytearray()
    held = 0
    for row in range(rows):
        total |= int.from_bytes(masks[row * each : (row + 1) * each], "little") << held
        held += width
        whole = held >> 3
        found += (total & ((1 << (whole << 3)) - 1)).to_bytes(whole, "little")
        total >>= whole << 3
        held &= 7
    return bytes(found + total.to_bytes(1, "little"))
