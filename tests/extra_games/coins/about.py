from __future__ import annotations

import msgspec

from tests.engine import coins as tiny

ABOUT = msgspec.structs.replace(tiny.ABOUT, bots=("greedy",))
