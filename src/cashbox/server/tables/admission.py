"""The conditions for making a table and for sitting down there that its seats do not state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.game import GameError
from cashbox.server.accounts.naming import allowed, kept
from cashbox.server.errors import Refusal
from cashbox.server.social import groups_store
from cashbox.server.social.relations import welcome

if TYPE_CHECKING:
    from cashbox.engine.game import Game
    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.wire import NewTable


async def may_make(store: Store, guest: Guest, wish: NewTable, game: Game[Any]) -> None:
    """Refusal as `allowed`, GameError("not-to-be-rated"), or as `may_sit`, where a guest cannot make such a table."""
    mine = any(seat.kind == "me" for seat in wish.seats)
    if mine:
        await allowed(store, guest.name, guest)
    if wish.rated:
        _check_rated(wish, game)
        if mine:
            _check_account(guest)
    if wish.circle:
        await _check_member(store, wish.circle, guest)


async def may_sit(store: Store, record: TableRecord, guest: Guest, name: str) -> frozenset[str]:
    """What `kept` gives. Refusal as `allowed`, or ("not-welcome", "rated", "not-a-member") where a guest cannot sit
    down at a table."""
    others = await kept(store, name, guest, record.seats)
    await welcome(store, record, guest)
    if record.settings.rated:
        _check_account(guest)
    if record.settings.circle:
        await _check_member(store, record.settings.circle, guest)
    return others


def _check_rated(wish: NewTable, game: Game[Any]) -> None:
    """A rated game is one between people, without hints."""
    mode = next((one for one in game.about.modes if one.id == wish.mode), None)
    first = game.about.modes[0] if game.about.modes and not wish.mode else mode
    if first is not None and first.guided:
        raise GameError("not-to-be-rated", "A game with hints can't be rated. Choose another mode.")
    if len(wish.seats) < 2 or any(seat.kind == "bot" for seat in wish.seats):
        raise GameError("not-to-be-rated", "A rated game needs at least two people and no bots.")


def _check_account(guest: Guest) -> None:
    if not guest.account:
        told = "This game is rated, so you need an account to sit down. You can create one on the “You” page."
        raise Refusal(403, "rated", told)


async def _check_member(store: Store, circle: str, guest: Guest) -> None:
    if not await store.read(groups_store.is_member, circle, guest.id):
        raise Refusal(403, "not-a-member", "Only members of a group can sit down at this table.")
