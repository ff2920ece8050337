"""The commands of context `channel`."""

from collections.abc import Callable
from typing import Any

from touchline.channel.adapters.cli.account_commands import account
from touchline.channel.adapters.cli.operator_commands import operator

COMMANDS: tuple[Callable[..., Any], ...] = (account, operator)
