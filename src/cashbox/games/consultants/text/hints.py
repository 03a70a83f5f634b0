"""The facts for a lesson's hints, computed by the rules from what the player sees.

`lessons.TERMS` lists the words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.phrases import player
from cashbox.engine.seats import has
from cashbox.games.consultants import actions as act
from cashbox.games.consultants import state as st
from cashbox.games.consultants.content import COLOURS, PRINCIPAL, WHAT, colour_of, desk_at, kind_of, rank_of
from cashbox.games.consultants.lessons import TERMS, WAIT
from cashbox.games.consultants.rules import complete, decks, desks, prospect
from cashbox.games.consultants.rules import event as game_event
from cashbox.games.consultants.rules import round as game_round
from cashbox.games.consultants.text.phrases import consultant, project

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.facts import Description
    from cashbox.games.consultants.state import Place, State

_PHASES: Final = {word: k for k, word in enumerate(TERMS.phases)}
_GIVEN: Final = ("train", "promote", "recruit")


class ConsultantsSight:
    """Reads states for a lesson; see `lessons.Sight`. The opponent is the next seat."""

    def __init__(self, describe: Callable[[Any, int, int], Description]) -> None:
        self.describe = describe

    def phase(self, s: State, seat: int) -> int:
        """Return the phase, or `WAIT` while others decide."""
        return _PHASES[st.PHASES[s.phase] if has(s.due, seat) or s.phase == st.OVER else WAIT]

    def count(self, s: State, seat: int, word: str) -> int:
        """See `TERMS.counts`. desks: those with consultants of the seat; completed: projects that the seat completed;
        last: 1 in the last round."""
        p = s.players[seat]
        if word == "desks":
            return desks.desks_taken(s, seat)
        if word == "hand":
            return len(p.hand)
        if word == "last":
            return int(game_round.is_last(s))
        if word == "completed":
            return s.completed[seat]
        return {"round": s.round, "money": p.money, "moves": p.moves}[word]

    def about(self, s: State, seat: int, action: int, word: str) -> int:
        """See `TERMS.of`. For a desk to take, completes: whether it completes the project; dollars: for the seat, right
        away or at the end of the round; own, others: consultants of the seat and of the opponent there; right: whether
        no one sits further right; gold, innovation: the kind of project. wanted: whether an open desk next to
        consultants of the seat requires a principal of this color and the hand has none; idle: whether no desk is open
        to this consultant; gain: additional dollars at the best desk for a consultant that is picked up; innovation,
        for such a consultant: whether it leaves the Innovation Project."""
        kind, k = act.FORMS.kind_of(action)
        if kind in ("assign", "seat"):
            number, desk = desk_at(k % act.DESKS)
            return _of_desk(s, seat, s.places[number], desk, _who(s, kind, k), word)
        if kind == "lift":
            if word == "innovation":
                return int(s.places[desk_at(k)[0]].project == st.INNOVATION)
            return _best_move(s, k) - _paid(s, k) if word == "gain" else 0
        if kind in _GIVEN:
            if word == "wanted":
                return int(_wanted(s, seat, colour_of(k)) is not None)
            return int(word == "idle" and not desks.open_to(s)[k])
        return 0

    def worth(self, s: State, seat: int, action: int) -> int:
        """Rate actions by dollars; to give away, prefer seniors to principals, and consultants that fit nowhere."""
        kind, k = act.FORMS.kind_of(action)
        if kind in ("assign", "seat"):
            return self.about(s, seat, action, "dollars")
        if kind == "lift":
            return self.about(s, seat, action, "gain")
        if kind == "take":
            return _best_desk(s, kind_of(k, s.taking))
        if kind in (*_GIVEN, "give"):
            return -_best_desk(s, k) - 100 * rank_of(k)
        return -_paid(s, k) if kind == "recall" else 0

    def facts(self, s: State, seat: int, kind: str, action: int) -> dict[str, Any]:
        """See `TERMS.facts`."""
        p, other = s.players[seat], s.players[1 - seat]
        event = s.content.events[s.event] if s.event >= 0 else None
        known: dict[str, Any] = {
            "round": s.round,
            "money": p.money,
            "moves": p.moves,
            "hand": len(p.hand),
            "event": event.name if event else "",
            "event_text": game_event.event_text(s),
            "rival": player(1 - seat),
            "total": p.worth(),
            "rival_total": other.worth(),
            "button": self.describe(s, seat, action).label if action >= 0 else "",
        }
        return known | self._of_action(s, seat, kind, action) if action >= 0 else known

    def _of_action(self, s: State, seat: int, kind: str, action: int) -> dict[str, Any]:
        k = act.FORMS.kind_of(action)[1]
        if kind in ("assign", "seat"):
            number, desk = desk_at(k % act.DESKS)
            place, who = s.places[number], _who(s, kind, k)
            return {
                "consultant": consultant(who),
                "place": _project(s, place),
                "dollars": _of_desk(s, seat, place, desk, who, "dollars"),
                "completes": desks.completes(place, desk),
                "bonus": complete.bonus(place) if desks.completes(place, desk) else 0,
            }
        if kind == "lift":
            number, desk = desk_at(k)
            place = s.places[number]
            known = {"consultant": consultant(decks.kind(s, place.cards[desk])), "place": _project(s, place)}
            return {**known, "paid": _paid(s, k), "gain": _best_move(s, k) - _paid(s, k)}
        if kind == "take":
            taken = kind_of(k, s.taking)
            return {"consultant": consultant(taken), "colour": COLOURS[k], "brings": _best_desk(s, taken)}
        if kind in _GIVEN:
            principal = consultant(kind_of(colour_of(k), PRINCIPAL))
            wanting = _wanted(s, seat, colour_of(k))
            where = _project(s, wanting) if wanting is not None else ""
            price = s.costs[WHAT.index(kind)]
            return {"consultant": consultant(k), "price": price, "principal": principal, "where": where}
        return {"consultant": consultant(k)} if kind == "give" else {}


def _who(s: State, kind: str, k: int) -> int:
    """Return the consultant that would take a desk."""
    if kind == "seat":
        number, desk = desk_at(s.lifted)
        return decks.kind(s, s.places[number].cards[desk])
    rank, at_ = divmod(k, act.DESKS)
    number, desk = desk_at(at_)
    return kind_of(desks.colours(s, s.places[number])[desk], rank)


def _of_desk(s: State, seat: int, place: Place, desk: int, who: int, word: str) -> int:
    if word == "completes":
        return int(desks.completes(place, desk))
    if word == "dollars":
        if desks.completes(place, desk):
            return prospect.for_completing(s, place, seat)[seat]
        return prospect.paid_at(s, place, desk, rank_of(who))
    if word in ("own", "others"):
        return place.owners.count(seat if word == "own" else 1 - seat)
    if word == "right":
        return int(not desks.further_right(place, desk))
    if word == "innovation":
        return int(place.project == st.INNOVATION)
    return int(word == "gold" and not desks.is_regular(s, place))


def _project(s: State, place: Place) -> str:
    """Return what is on a project's board."""
    return project(s.content, place.project).removeprefix("the ")


def _paid(s: State, k: int) -> int:
    """Return the dollars at the end of the round, as things stand, for the consultant at a desk."""
    number, desk = desk_at(k)
    place = s.places[number]
    return prospect.paid_at(s, place, desk, s.content.rank[place.cards[desk]])


def _best_desk(s: State, kind: int, but: int = -1) -> int:
    """Return the most dollars that a desk open to such a consultant earns at the end of the round, 0 if there is none.
    `but` is the project that it would leave."""
    found = [desk_at((one - act.ASSIGN) % act.DESKS) for one in desks.open_to(s)[kind]]
    return max(
        [prospect.paid_at(s, s.places[number], desk, rank_of(kind)) for number, desk in found if number != but],
        default=0,
    )


def _best_move(s: State, k: int) -> int:
    number, desk = desk_at(k)
    return _best_desk(s, decks.kind(s, s.places[number].cards[desk]), number)


def _wanted(s: State, seat: int, colour: int) -> Place | None:
    """Find a project with a consultant of the seat and a desk open only to a principal of this color; None if
    there is none, or if the hand has such a principal."""
    wanted = kind_of(colour, PRINCIPAL)
    if decks.find(s, s.players[seat].hand, wanted) >= 0:
        return None
    for place in s.places:
        if place.project < 0 or seat not in place.owners:
            continue
        colours, wants = desks.colours(s, place), s.content.projects[place.project].wants
        if any(colours[k] == colour and wants[k] for k in desks.open_desks(place)):
            return place
    return None
