"""One effect of a card or coach, read from its data form into ints.

Source: V10 "Card Benefit", RULINGS A3; the words are those of `vocabulary.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.engine.data import ContentError, one_of, whole
from cashbox.games.envelopes import vocabulary as v

if TYPE_CHECKING:
    from collections.abc import Mapping


class Effect:
    """The effect of a card.

    Counts of resources are per use or per trigger; masks are bits by number. pay_*: the cost of using it. get_*: what
    it gives, times min(cap, count(per) // each). cond: the counter that must be in cond_least..cond_most. on: trigger
    (0: none) with filters f_*. mod: a lasting change (-1: none) by n, or by mask.
    """

    __slots__ = (
        "any", "bucks", "cap", "cond", "cond_least", "cond_most", "do", "each", "env", "f_border", "f_first",
        "f_kinds",
        "f_least", "f_most", "f_positions", "f_regions", "gives", "mask", "mod", "moves", "n", "on", "once",
        "pay_any", "pay_bucks",
        "pay_env", "pays", "per", "stars", "to", "use",
    )  # fmt: skip

    def __init__(self) -> None:
        self.use = v.MONTHLY
        self.do = v.DO_GET
        self.on = 0
        self.once = False
        self.mod = -1
        self.n = 1
        self.mask = 0
        self.to = 0
        self.pay_bucks = 0
        self.pay_any = 0
        self.pay_env: list[int] = [0] * 6
        self.pays = False
        self.stars = 0
        self.bucks = 0
        self.any = 0
        self.moves = 0
        self.env: list[int] = [0] * 6
        self.gives = False
        self.per = 0
        self.each = 1
        self.cap = 99
        self.cond = -1
        self.cond_least = 0
        self.cond_most = 999
        self.f_positions = 0xFF
        self.f_regions = v.ALL_COLOURS
        self.f_border = -1
        self.f_least = 0
        self.f_most = 99
        self.f_first = False
        self.f_kinds = 0b111


_EFFECT_FIELDS = {
    "do", "on", "mod", "n", "colour", "position", "group", "region", "kind", "border", "least", "most", "first",
    "once",
    "get", "pay", "per", "each", "max", "if", "to",
}  # fmt: skip


def read_effect(form: Any, use: str, where: str) -> Effect:
    """Read an effect from its data form. `use` is the card's. ContentError names the field that is wrong."""
    if not isinstance(form, dict):
        raise ContentError(f"{where} should be a table, not {form!r}")
    for field in form:
        if field not in _EFFECT_FIELDS:
            raise ContentError(f"{where}.{field} is not a field of an effect")
    effect = Effect()
    effect.use = one_of(use, v.USES, f"{where}.use")
    effect.do = one_of(form.get("do", "get"), v.DO, f"{where}.do")
    effect.n = whole(form.get("n", 1), 1, 99, f"{where}.n")
    _read_resources(effect, form, where)
    _read_counting(effect, form, where)
    _read_trigger(effect, form, where)
    _read_mod(effect, form, where)
    if effect.do == v.DO_FLY:
        effect.to = one_of(form.get("to"), v.FLY, f"{where}.to")
    _check_fits(effect, where)
    return effect


def _read_resources(effect: Effect, form: Mapping[str, Any], where: str) -> None:
    for side in ("pay", "get"):
        table = form.get(side, {})
        if not isinstance(table, dict):
            raise ContentError(f"{where}.{side} should be a table of resources, not {table!r}")
        for name, amount in table.items():
            n = whole(amount, 1, 20, f"{where}.{side}.{name}")
            if side == "pay":
                _set_pay(effect, name, n, f"{where}.pay")
            else:
                _set_get(effect, name, n, f"{where}.get")
    effect.pays = bool(effect.pay_bucks or effect.pay_any or any(effect.pay_env))
    effect.gives = bool(effect.stars or effect.bucks or effect.any or effect.moves or any(effect.env))


def _set_pay(effect: Effect, name: str, n: int, where: str) -> None:
    if name == "bucks":
        effect.pay_bucks = n
    elif name == "any":
        effect.pay_any = n
    else:
        effect.pay_env[one_of(name, v.COLOURS, where)] = n


def _set_get(effect: Effect, name: str, n: int, where: str) -> None:
    if name == "stars":
        effect.stars = n
    elif name == "bucks":
        effect.bucks = n
    elif name == "any":
        effect.any = n
    elif name == "moves":
        effect.moves = n
    else:
        effect.env[one_of(name, v.COLOURS, where)] = n


def _read_counting(effect: Effect, form: Mapping[str, Any], where: str) -> None:
    if "per" in form:
        effect.per = one_of(form["per"], v.COUNT, f"{where}.per")
    effect.each = whole(form.get("each", 1), 1, 20, f"{where}.each")
    effect.cap = whole(form.get("max", 99), 1, 99, f"{where}.max")
    if "if" in form:
        condition = form["if"]
        if not isinstance(condition, dict) or not set(condition) <= {"count", "least", "most"}:
            raise ContentError(f"{where}.if should have count with least or most")
        effect.cond = one_of(condition.get("count"), v.COUNT, f"{where}.if.count")
        effect.cond_least = whole(condition.get("least", 0), 0, 99, f"{where}.if.least")
        effect.cond_most = whole(condition.get("most", 99), 0, 99, f"{where}.if.most")


def _read_trigger(effect: Effect, form: Mapping[str, Any], where: str) -> None:
    effect.on = one_of(form.get("on", ""), v.ON, f"{where}.on")
    effect.once = bool(form.get("once", False)) or effect.on in (v.ON_TRADE, v.ON_RUNNER)
    if "position" in form:
        effect.f_positions = 1 << one_of(form["position"], v.POSITIONS, f"{where}.position")
    if "group" in form:
        effect.f_positions = v.GROUPS[tuple(v.GROUPS)[one_of(form["group"], tuple(v.GROUPS), f"{where}.group")]]
    if "region" in form:
        effect.f_regions = 1 << one_of(form["region"], v.COLOURS, f"{where}.region")
    if "kind" in form:
        effect.f_kinds = 1 << one_of(form["kind"], v.KINDS[:3], f"{where}.kind")
    if "border" in form:
        effect.f_border = int(bool(form["border"]))
    effect.f_first = bool(form.get("first", False))
    effect.f_least = whole(form.get("least", 0), 0, 12, f"{where}.least")
    effect.f_most = whole(form.get("most", 99), 0, 99, f"{where}.most")


def _read_mod(effect: Effect, form: Mapping[str, Any], where: str) -> None:
    if "mod" not in form:
        return
    effect.mod = one_of(form["mod"], v.MOD, f"{where}.mod")
    if effect.mod in (v.MOD_WILD_CARDS, v.MOD_WILD_RECRUITS):
        effect.mask = 1 << one_of(form.get("colour"), v.COLOURS, f"{where}.colour")
    elif effect.mod == v.MOD_DOUBLE_POSITION:
        effect.mask = 1 << one_of(form.get("position"), v.POSITIONS, f"{where}.position")


def _check_fits(effect: Effect, where: str) -> None:
    if effect.use == v.UPGRADE:
        if (effect.on == 0) == (effect.mod < 0):
            raise ContentError(f"{where} should have either `on` or `mod`, because it is an upgrade")
        if effect.on and not effect.gives:
            raise ContentError(f"{where}.get is missing, but an upgrade with `on` should give something")
    elif effect.on or effect.mod >= 0:
        raise ContentError(f"{where}: only an upgrade can have `on` or `mod`")
    if effect.use != v.MONTHLY and effect.pays:
        raise ContentError(f"{where}.pay: only a monthly card can have a cost to use it")
    if effect.use == v.END and (effect.bucks or effect.any or effect.moves or any(effect.env)):
        raise ContentError(f"{where}.get: an end card can only score stars")
    if effect.use == v.END and effect.do == v.DO_GET and not effect.stars:
        raise ContentError(f"{where}.get scores no stars")
    if effect.use == v.MONTHLY and effect.do == v.DO_GET and not effect.gives:
        raise ContentError(f"{where}.get gives nothing")
    if effect.do == v.DO_LATER and not any(effect.env):
        raise ContentError(f"{where}.get should name the colors of the envelopes for a later month")
