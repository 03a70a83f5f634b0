import msgspec

from tests.engine.coins import ABOUT as TINY

ABOUT = msgspec.structs.replace(TINY, id="traps", name="Traps", bots=("steady",))
