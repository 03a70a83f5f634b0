import msgspec

from tests.engine.coins import ABOUT as TINY

ABOUT = msgspec.structs.replace(TINY, bots=("steady", "sleepy", "broken", "cheat"))
