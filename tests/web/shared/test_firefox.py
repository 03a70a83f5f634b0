"""Test three journeys in Firefox: joining and playing, viewing a replay, and an account on two devices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web import firefox
from tests.web.account.test_devices import test_a_link_signs_in_another_device
from tests.web.lobby.test_lobby import test_a_friend_joins_by_link, test_a_table_against_bots_can_be_created_and_played
from tests.web.replay.test_replay import test_every_control_leads_to_its_moment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Playwright

__all__ = [
    "test_a_friend_joins_by_link",
    "test_a_link_signs_in_another_device",
    "test_a_table_against_bots_can_be_created_and_played",
    "test_every_control_leads_to_its_moment",
]

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="session")
def browser(player: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Firefox in place of Chromium."""
    if firefox.program() is None:
        pytest.skip("no Firefox is installed; `make everything` installs one")
    found = firefox.launch(player, tmp_path_factory.mktemp("firefox"))
    yield found
    found.close()
