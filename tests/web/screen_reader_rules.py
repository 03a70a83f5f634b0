"""Rules for a game read aloud: every change is announced once and in order, and every control and region has a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.web.keyboard_games import ByKeys

OVER = "The game is over."


def assert_read_aloud(somebody: ByKeys) -> None:
    """So it was in a whole game."""
    said = [one["text"] for one in somebody.said if one["from"] == "announcer"]
    elsewhere = [one for one in somebody.said if one["from"] != "announcer"]
    # a slow connection and the reason in a tip speak for themselves
    assert [one for one in elsewhere if one["from"] not in ("link-banner", "reason")] == []
    assert [one for one in elsewhere if one["text"] in said] == [], "this is said twice"
    hear(somebody.frames, said, somebody.result)
    for phase, tree in somebody.trees.items():
        assert tree.nameless == [], phase
        assert tree.twice == [], phase
        assert ("log", "Announcements", "polite") in tree.live, phase
        assert len(tree.live) == 1, (phase, tree.live)
        assert [name for level, name in tree.headings if level == 1] == [somebody.title], phase
        assert len(tree.headings) == len(set(tree.headings)), phase
    standing = somebody.trees["the end"].announced
    assert standing == said[len(said) - len(standing) :]
    assert all(("Your turn" in title) == mine for mine, title in somebody.titles), somebody.titles
    assert len([text for text in said if text.startswith("Undone")]) == int(somebody.undone)


class Listener:
    """Follows what was said beside what the server told."""

    def __init__(self, said: list[str]) -> None:
        self.said = said
        self.at = 0
        self.prompt = ""
        """What was said last of what is to be done."""
        self.others = False
        """Whether someone else has done something since."""

    def hears(self, text: str) -> bool:
        """Whether this is said next."""
        found = self.at < len(self.said) and self.said[self.at] == text
        self.at += found
        return found

    def where(self) -> list[str]:
        return self.said[max(0, self.at - 3) : self.at + 3]


def hear(frames: list[dict[str, Any]], said: list[str], result: str) -> None:
    """Whether what was said is what the server told, in order: each new line of the log once; what is to be done where
    that is another thing, or one's turn has come round; what a lesson says. Of what comes together only the last
    prompt has to be said, and what came before the page was put together stands in its log."""
    one = Listener(said)
    frames = frames[next((k for k, frame in enumerate(frames) if [frame["prompt"]] == said[:1]), 0) :]
    hint = owed = ""
    known = 0
    for k, frame in enumerate(frames):
        gone, known = known - frame["log_from"], frame["log_from"] + len(frame["log"])
        if k and gone > 0 and not frame["log"]:
            taken = "Undone." if gone == 1 else f"Undone: the last {gone} lines of the log."
            assert one.hears(taken), (taken, one.where())
        for line in frame["log"] if k else ():
            assert not (owed and line["seat"] == frame["seat"]), f"{owed!r} was never said"
            assert one.hears(line["text"]), (line["text"], one.where())
            one.others = one.others or line["seat"] not in (None, frame["seat"])
        mine = frame["seat"] in frame["due"]
        prompt = OVER if frame["outcome"] else frame["prompt"]
        again = mine and one.others
        if (prompt != one.prompt or again) and one.hears(prompt):
            one.prompt, one.others, owed = prompt, False, ""
        elif mine and (prompt != one.prompt or again):
            owed = prompt
        if frame["hint"] and frame["hint"] != hint:
            hint = frame["hint"]
            assert one.hears(hint), (hint, one.where())
    if said.count(result) == 0 or result in said[one.at :]:
        assert one.hears(result), one.where()
    assert said[one.at :] == [], "nothing else is said"
    assert said.count(result) == 1
