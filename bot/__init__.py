"""The Discord bot: interactions and messages, a registry of games, and a store of all data."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - else an import would fail without a reason
    sys.exit("ttt needs Python 3.11 or newer")
