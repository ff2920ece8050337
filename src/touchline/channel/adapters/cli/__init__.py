"""The commands of context `channel`. `suspension_commands` adds its own to the group `account`."""

from collections.abc import Callable
from typing import Any

from touchline.channel.adapters.cli import suspension_commands as suspension_commands
from touchline.channel.adapters.cli.account_commands import account
from touchline.channel.adapters.cli.operator_commands import operator
from touchline.channel.adapters.cli.takedown_commands import takedowns

COMMANDS: tuple[Callable[..., Any], ...] = (account, operator, takedowns)
