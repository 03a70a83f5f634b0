"""CASH "Bankruptcy"; RULINGS B2.11, B2.12."""

from __future__ import annotations

from tests.games.cash.positions import turn


def test_bankruptcy_discards_license_taxman_venture_capital_uninsured_cash_and_hand() -> None:
    t = turn(2).cash(0, 5_000, 75_000).venture(0, 2).taxman(0).hand(0, "bankruptcy", 10_000, "premium")
    hand = t.held(0)
    t.top(5_000, 5_000, 5_000, 10_000, 10_000, 10_000, 25_000).discard("bankruptcy")
    firm = t.firm(0)
    assert (firm.license, firm.taxman, firm.ventures, firm.cash) == (False, False, 0, [])
    assert t.held(0) == [5_000] * 3 + [10_000] * 3 + [25_000]
    gone = [*hand, "license", "taxman", "venture", "venture", 5_000, 75_000]
    assert sorted(map(str, t.dumped())) == sorted(map(str, gone))


def test_bankruptcy_leaves_insured_cash() -> None:
    t = turn(2).insured(0, "total", 50_000, 25_000).cash(0, 5_000).hand(0, "bankruptcy").discard("bankruptcy")
    assert t.covered(0) == [("total", [25_000, 50_000])]
    assert t.firm(0).tabled == 75_000


def test_the_player_draws_seven_cards_and_loses_two_turns() -> None:
    t = turn(2).hand(0, "bankruptcy", size=3).discard("bankruptcy")
    assert (t.count(0), t.firm(0).lost) == (7, 2)
    t.finish()
    for _ in range(3):
        assert t.active == 1
        t.idle()
    assert t.active == 0


def test_the_investigation_is_discarded_with_the_license() -> None:
    t = turn(2).investigated(0, "insider").hand(0, "bankruptcy").discard("bankruptcy")
    assert (t.firm(0).probe, "insider" in t.dumped()) == (-1, True)


def test_cards_discarded_by_bankruptcy_have_no_effect() -> None:
    """RULINGS B2.11: bear and commission cards from the hand are just gone."""
    t = turn(2).cash(1, 25_000).hand(0, "bankruptcy", "crash", "broker", "dividend", "bankruptcy").discard("bankruptcy")
    assert (t.firm(0).lost, t.firm(0).extra, t.phase, t.tabled(1)) == (2, 0, "close", [25_000])


def test_bankruptcy_passes_no_cards() -> None:
    t = turn(3).hand(0, "bankruptcy").discard("bankruptcy")
    assert t.due == [0]


def test_bankruptcy_does_not_affect_opponents() -> None:
    t = turn(2).cash(1, 5_000).venture(1).hand(0, "bankruptcy").discard("bankruptcy")
    firm = t.firm(1)
    assert (firm.license, t.tabled(1), firm.ventures, firm.lost, firm.hand) == (True, [5_000], 1, 0, 7)


def test_bankruptcy_in_hand_costs_150_000() -> None:
    assert turn(2).hand(1, "bankruptcy").stop(1).total == -150_000
    assert turn(2).hand(1, "bankruptcy", "bankruptcy").stop(1).total == -300_000


def test_without_a_license_bankruptcy_is_discarded_without_effect() -> None:
    t = turn(2).unlicensed(0).cash(0, 5_000).hand(0, "bankruptcy").discard("bankruptcy")
    assert (t.tabled(0), t.firm(0).lost, t.count(0)) == ([5_000], 0, 7)


def test_dumped_deals_are_reshuffled_when_the_deck_runs_out() -> None:
    t = turn(2).deck(5_000).hand(0, "bankruptcy").discard("bankruptcy")
    assert t.count(0) == 7
    assert len(t.cards()) == 1 + 8 + 7 + 2
