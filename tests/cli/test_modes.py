"""Test every mode and option of Envelopes of Cash on the command line; impossible ones are refused in one sentence."""

from __future__ import annotations

import json

import pytest

from cashbox import cli

Capture = pytest.CaptureFixture[str]

SIMULATE = ["simulate", "envelopes", "--games", "1", "--workers", "1", "--bots"]


def options(*given: str) -> list[str]:
    return [word for one in given for word in ("--option", one)]


@pytest.mark.few(1, usual=2)
@pytest.mark.parametrize(
    ("bots", "mode", "given"),
    [
        ("random,random", "standard", ["stash_draft=on", "values=shuffled", "auction=yes", "first=seat 2"]),
        ("random,random,random,random", "standard", ["dice=exclusive, one repeat", "seeded=0", "trade_bucks=2"]),
        ("random,random", "online", ["die=no", "dice=exclusive", "movement=none", "symbols=by seat"]),
        ("random,random", "family", ["die=yes", "movement=quarterly", "coaches=picked"]),
        ("random", "solitaire", ["start=cross", "stash=off", "seeded=6"]),
    ],
)
def test_every_mode_and_option_can_be_simulated(capsys: Capture, bots: str, mode: str, given: list[str]) -> None:
    assert cli.main([*SIMULATE, bots, "--mode", mode, *options(*given)]) == 0
    said = capsys.readouterr()
    assert "1 games of envelopes" in said.out
    assert said.err == ""
    assert ("Bubba" in said.out) == (mode == "solitaire")


def test_bubba_is_in_the_json(capsys: Capture) -> None:
    assert cli.main([*SIMULATE, "random", "--mode", "solitaire", "--json"]) == 0
    others = json.loads(capsys.readouterr().out)["others"]
    assert [other["name"] for other in others] == ["Bubba"]
    assert others[0]["mean"] == others[0]["min"] == others[0]["max"] >= 100


@pytest.mark.few(4, usual=5)
@pytest.mark.parametrize(
    ("bots", "given", "sentence"),
    [
        ("random", ["--mode", "nosuch"], "standard, online, family, solitaire"),
        ("random,random", ["--mode", "solitaire"], "mode solitaire, is for 1 player, not 2"),
        ("random", ["--mode", "standard"], "is for 2 to 4 players, not 1"),
        ("random,random", ["--mode", "family", *options("mode=online")], "the option mode twice"),
        ("random,random", options("firts=lot"), "The options are: mode, stash, stash_draft, coaches, first"),
        ("random,random", options("dice=exclusiv"), "together, exclusive, 'exclusive, one repeat'"),
        ("random,random", options("movement=none,three"), "one of quarterly, three, none"),
        ("random,random", options("seeded=13"), "from 0 to 12, not 13"),
        ("random,random", options("auction=perhaps"), "true or false"),
        ("random,random,random,random", options("dice=exclusive"), "must be “together” or “exclusive, one repeat”"),
        ("random,random", options("stash=no", "stash_draft=yes"), "Turn the stash on or the stash draft off"),
        ("random,random", ["--mode", "family", *options("stash_draft=on")], "only in standard or online mode"),
        ("random,random", options("first=seat 3"), "seat 1 to seat 2"),
        ("random", ["--mode", "solitaire", *options("start=triangle")], "one of circle, square, cross"),
        ("random", ["--mode", "solitaire", *options("dice=exclusive")], "standard or online or family"),
        ("sniped,random", [], "The bots are: steady, sniper, beginner, gentle, casual, sharp, expert, random"),
    ],
)
def test_impossible_options_are_refused(capsys: Capture, bots: str, given: list[str], sentence: str) -> None:
    assert cli.main([*SIMULATE, bots, *given]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert sentence in said.err
