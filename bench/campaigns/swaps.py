"""Whether counting and swapping agree: in many positions of CASH and IT's all in the game, samples by counting against
those of long Markov chains that start at the true history, another method with the same distribution. What is compared:
how many cards of each kind are with each holder. Each assignment has to be in the information set."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.chance import SeededChance
from cashbox.engine.hidden_cards.sampler import Sampler, SwapChain
from tests.chi_squared import FALSE_ALARM, apart, holm
from tests.sample_bias import positions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cashbox.engine.chance import Chance

TABLES: Final = (
    ("cash", 2, 97), ("consultants", 3, 53), ("cash", 4, 149), ("consultants", 2, 37), ("cash", 6, 139),
    ("consultants", 4, 41), ("cash", 3, 61), ("consultants", 2, 83),
)  # fmt: skip
"""Game, players, and how many actions the positions are apart."""
TOGETHER: Final = 20
"""Positions of one table."""
SAMPLES: Final = 60
"""Of each method."""
SWEEPS: Final = 12
"""Between two samples of a chain."""


class FromTruth(Sampler):
    """Samples by a chain that starts at the true history."""

    chain: SwapChain | None = None

    def _assign(self, chance: Chance) -> list[int]:
        known = self.knowledge
        if self.chain is None:
            self.chain = SwapChain(known, [move[1] for move in known.past])
            for _ in range(4 * SWEEPS):
                self.chain.sweep(chance)
        for _ in range(SWEEPS):
            self.chain.sweep(chance)
        return self.chain.assignment()


def compared(history: Any, viewers: int, key: str) -> tuple[dict[object, float], int, bool]:
    """Compare the samples of one position. Returns: by what is compared, how likely so great a difference is; how many
    assignments are impossible; whether counting is exact."""
    samplers = (Sampler(history, viewers), FromTruth(history, viewers))
    places: list[list[Counter[tuple[int, int]]]] = [[], []]
    impossible = 0
    for found, sampler in zip(places, samplers, strict=True):
        chance, known = SeededChance(f"{key} {len(places[0])}"), sampler.knowledge
        for _ in range(SAMPLES):
            cards = sampler._assign(chance)  # noqa: SLF001
            impossible += known.fault(cards) != ""
            where = list(history.start)
            for _, moves in known.renumbered:
                for number, _, _, taker in moves:
                    where[cards[number]] = taker
            found.append(Counter(zip(where, history.kind, strict=True)))
    tests: dict[object, float] = {}
    for place in sorted(set().union(*places[0], *places[1])):
        counts = [Counter(one[place] for one in some) for some in places]
        if len(counts[0] | counts[1]) > 1:
            tests[place] = apart(*counts)
    return tests, impossible, samplers[0].exact


def _positions(number: int) -> Iterator[tuple[Any, int]]:
    """Yield the cards of some positions of one table, and who looks."""
    name, seats, every = TABLES[number % len(TABLES)]
    for _, state, viewer in positions(name, seats, TOGETHER, number, every):
        yield state.unseen, 1 << (viewer if viewer >= 0 else seats)


async def campaign(count: int, seed: int, add: Callable[[dict[str, float]], None]) -> None:
    """So many positions. seed: the number of the first one."""
    for number in range(seed // TOGETHER, (seed + count - 1) // TOGETHER + 1):
        for k, (history, viewers) in enumerate(_positions(number)):
            tests, impossible, exact = compared(history, viewers, f"{number} {k}")
            leaning = len(holm(tests, FALSE_ALARM / 100))
            told = {"positions": 1, "exact": int(exact), "samples": 2 * SAMPLES, "tests": len(tests)}
            add({**told, "leaning" if exact else "rough": leaning, "impossible": impossible})
