"""`python -m cashbox.cli` is `cashbox`."""

import sys

from cashbox.cli.commands import main

sys.exit(main())
