from __future__ import annotations

import msgspec

from tests.engine import tiny

ABOUT = msgspec.structs.replace(tiny.ABOUT, bots=("greedy",))
