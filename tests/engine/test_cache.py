"""Test that a cache keeps recently used entries and respects its limit."""

from __future__ import annotations

from cashbox.engine.recent import Recent


def test_recently_used_entries_stay_and_the_rest_is_dropped() -> None:
    recent = Recent[str](3)
    recent.store("asked for", "here")
    for k in range(20):
        recent.store(k, str(k))
        assert recent.find("asked for") == "here"
        assert recent.find(k) == str(k)
    assert [k for k in range(10) if recent.find(k) is not None] == []
    assert recent.find(19) == "19"
    assert recent.find("never kept") is None
