"""A small network that scores the legal actions, for NumPy and for JAX.

The table is a row of places, each with a project. The network reads every place with the same weights, so what it
learns at one place holds at all of them. Two layers exchange what is read between the places and the rest of the table.
Then each place scores the actions at its desks, and the rest of the table scores the other actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from cashbox.rl import Setup

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]
    Weights = dict[str, Floats]

PLACE_WIDTH: Final = 64
TABLE_WIDTH: Final = 128
LAYERS: Final = (1, 2)
ILLEGAL: Final = np.float32(-1e9)
"""The score of an illegal action."""
LEAST_DEVIATION: Final = 0.1
"""Inputs that hardly vary are divided by this instead of their standard deviation."""


class Inputs(NamedTuple):
    """What the network reads, a row per decision: numbers of the table, numbers of each place, legal actions."""

    table: Floats
    places: Floats
    legal: NDArray[np.bool_]


class Reader(NamedTuple):
    """Turns observations and masks into inputs with mean 0 and deviation 1.

    table, places: the columns to read, of an observation followed by its mask; places has a row per place. *_mean,
    *_deviation: of these columns. place_actions: the numbers of the actions at each place, a row per place;
    table_actions: of the others.
    """

    table: Ints
    places: Ints
    place_actions: Ints
    table_actions: Ints
    table_mean: Floats
    table_deviation: Floats
    places_mean: Floats
    places_deviation: Floats

    @property
    def actions(self) -> Ints:
        """The numbers of the actions, in the order of the network's scores."""
        return np.concatenate([self.place_actions.ravel(), self.table_actions])

    def read(self, observation: Floats, mask: NDArray[np.int8]) -> Inputs:
        """Return the inputs for some decisions."""
        rows = np.concatenate([observation, mask], 1)
        table = (rows[:, self.table] - self.table_mean) / self.table_deviation
        places = (rows[:, self.places] - self.places_mean) / self.places_deviation
        return Inputs(table, places, mask[:, self.actions] == 1)


class Network(NamedTuple):
    """A reader and the weights that are learned."""

    reader: Reader
    weights: Weights

    def best(self, observation: Floats, mask: NDArray[np.int8]) -> Ints:
        """Return the number of the legal action with the highest score, for some decisions."""
        scores, _ = forward(self.weights, self.reader.read(observation, mask))
        best: Ints = self.reader.actions[scores.argmax(1)]
        return best

    def save(self, file: Path) -> None:
        """Write the network to a file."""
        np.savez(file, allow_pickle=False, **self.reader._asdict(), **self.weights)

    @classmethod
    def load(cls, file: Path) -> Network:
        """Read a network from a file."""
        with np.load(file) as archive:
            arrays = dict(archive)
        return cls(Reader(*(arrays.pop(name) for name in Reader._fields)), arrays)


def new_reader(setup: Setup, observation: Floats, mask: NDArray[np.int8]) -> Reader:
    """Make a reader of everything that differs among some sample decisions.

    Args:
        setup: of the environment.
        observation: the sample's observations, a row per decision.
        mask: the sample's masks.
    """
    rows = np.concatenate([observation, mask], 1)
    place_of = np.full(rows.shape[1], -1)
    for field in setup.layout.fields:
        name = field.name.split(".")
        if name[0] == "places":
            place_of[field.start : field.start + field.size] = int(name[1])
    for number, action in enumerate(setup.actions):
        place_of[setup.layout.size + number] = setup.game.encode(action).get("place", -1)
    used = [k for k in range(place_of.max() + 1) if rows[:, place_of == k].any()]
    table, places = np.flatnonzero(place_of < 0), np.array([np.flatnonzero(place_of == k) for k in used])
    is_action = places[0] >= setup.layout.size
    actions = places[:, is_action] - setup.layout.size, table[table >= setup.layout.size] - setup.layout.size
    table = table[rows[:, table].std(0) > 0]
    places = places[:, rows[:, places].std((0, 1)) > 0]
    return Reader(
        table, places, *actions,
        rows[:, table].mean(0), np.maximum(rows[:, table].std(0), LEAST_DEVIATION),
        rows[:, places].mean((0, 1)), np.maximum(rows[:, places].std((0, 1)), LEAST_DEVIATION),
    )  # fmt: skip


def new_weights(reader: Reader, seed: int) -> Weights:
    """Draw the weights of a network that does not know anything yet."""
    rng = np.random.default_rng(seed)
    weights: Weights = {}

    def connect(name: str, inputs: int, outputs: int, scale: float = 1) -> None:
        weights[name] = (rng.standard_normal((inputs, outputs)) * scale / inputs**0.5).astype(np.float32)

    table, place = len(reader.table), reader.places.shape[1]
    for k in LAYERS:
        connect(f"place to place {k}", place, PLACE_WIDTH)
        connect(f"table to place {k}", table, PLACE_WIDTH)
        connect(f"place to table {k}", PLACE_WIDTH, TABLE_WIDTH)
        connect(f"table to table {k}", table, TABLE_WIDTH)
        weights[f"place bias {k}"] = np.zeros(PLACE_WIDTH, np.float32)
        weights[f"table bias {k}"] = np.zeros(TABLE_WIDTH, np.float32)
        table, place = TABLE_WIDTH, PLACE_WIDTH
    connect("place scores", PLACE_WIDTH, reader.place_actions.shape[1], 0.01)
    connect("table scores", TABLE_WIDTH, len(reader.table_actions), 0.01)
    connect("value", TABLE_WIDTH, 1, 0.01)
    return weights


def forward(weights: Any, inputs: Inputs, np: Any = np) -> tuple[Any, Any]:
    """Return the score of each action, and the value of the game for the seat that decides, from -1 to 1.

    Args:
        weights: of the network.
        inputs: a row per decision.
        np: NumPy or jax.numpy.
    """
    table, places = inputs.table, inputs.places
    for k in LAYERS:
        from_table = table @ weights[f"table to place {k}"] + weights[f"place bias {k}"]
        places = np.maximum(places @ weights[f"place to place {k}"] + from_table[:, None], 0)
        from_places = places.max(1) @ weights[f"place to table {k}"] + weights[f"table bias {k}"]
        table = np.maximum(table @ weights[f"table to table {k}"] + from_places, 0)
    place_scores = (places @ weights["place scores"]).reshape(len(table), -1)
    scores = np.concatenate([place_scores, table @ weights["table scores"]], 1)
    return np.where(inputs.legal, scores, ILLEGAL), np.tanh(table @ weights["value"])[:, 0]
