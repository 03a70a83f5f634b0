import msgspec

from tests.engine.coins import ABOUT as TINY

ABOUT = msgspec.structs.replace(TINY, id="votes", name="Votes", bots=(), lapses=True, unattended={"rounds": 1})
