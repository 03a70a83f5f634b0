"""The faces of the cards and the kinds they are of, as the ints the rules run them as.

Source: CASH "The cards", RULINGS B1. The order of FACES is that of `data/cards.toml`, which is checked against it.
"""

from __future__ import annotations

from typing import Final

FACES: Final = (
    "trading-license", "stop-trading",
    "cash-5000", "cash-10000", "cash-25000", "cash-50000", "cash-75000", "cash-150000",
    "economy-cover", "basic-cover", "total-cover",
    "investigation-corruption", "investigation-insider", "investigation-laundering", "investigation-organised",
    "acquittal-corruption", "acquittal-insider", "acquittal-laundering", "acquittal-organised", "settlement",
    "dividend-yield", "premium-earnings", "venture-capital", "takeover",
    "market-crash", "global-recession", "bankruptcy",
    "broker", "banker", "taxman",
)  # fmt: skip
COUNT: Final = 30

LICENSE: Final = 0
STOP: Final = 1
CASH: Final = 2
"""The first of six cash faces, lowest first."""
CASH_END: Final = 8
VALUES: Final = (5_000, 10_000, 25_000, 50_000, 75_000, 150_000)
"""Their dollars."""
CASH_25: Final = 4
CASH_50: Final = 5
INSURANCE: Final = 8
INSURANCE_END: Final = 11
INVESTIGATION: Final = 11
INVESTIGATION_END: Final = 15
ACQUITTAL: Final = 15
"""The acquittal of the crime that INVESTIGATION + k investigates is ACQUITTAL + k."""
ACQUITTAL_END: Final = 19
SETTLEMENT: Final = 19
DIVIDEND: Final = 20
PREMIUM: Final = 21
VENTURE: Final = 22
TAKEOVER: Final = 23
CRASH: Final = 24
RECESSION: Final = 25
BANKRUPTCY: Final = 26
BROKER: Final = 27
BANKER: Final = 28
TAXMAN: Final = 29

TYPES: Final = (
    "license", "stop", "cash", "insurance", "investigation", "acquittal", "settlement", "bull", "bear", "commission",
    "taxman",
)  # fmt: skip
TYPE_OF: Final = (
    "license", "stop", *["cash"] * 6, *["insurance"] * 3, *["investigation"] * 4, *["acquittal"] * 4, "settlement",
    *["bull"] * 4, *["bear"] * 3, "commission", "commission", "taxman",
)  # fmt: skip

FIRMS: Final = ("Red", "Blue", "Green", "Yellow", "Purple", "Orange", "Teal", "Grey")
"""The firms by seat, as labels name them."""


def is_cash(face: int) -> bool:
    """Whether a face is a cash card."""
    return CASH <= face < CASH_END
