from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import prepared_databases as ready
from tests.postgres.databases import fresh

if TYPE_CHECKING:
    from collections.abc import Iterator


made_at_once = pytest.fixture(scope="package", autouse=True)(ready.made_at_once)


@pytest.fixture
def database(cluster: str) -> Iterator[str]:
    """The address of a PostgreSQL without a table."""
    with fresh(cluster, empty=True) as url:
        yield url


@pytest.fixture
def other_database(cluster: str) -> Iterator[str]:
    """Another one."""
    with fresh(cluster, empty=True) as url:
        yield url
