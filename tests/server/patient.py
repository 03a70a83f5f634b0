"""The program `cashbox` whose processes wait long for each other when they hand a connection over: on a busy machine
one may not answer within the usual time, and connections then stay where they came to."""

from __future__ import annotations

import sys

from cashbox import cli
from cashbox.server.cluster import handover
from tests.server.conftest import Server


class PatientServer(Server):
    """A server of such processes."""

    module = "tests.server.patient"


if __name__ in ("__main__", "__mp_main__"):
    vars(handover).update(PATIENCE=60.0)

if __name__ == "__main__":
    sys.exit(cli.main())
