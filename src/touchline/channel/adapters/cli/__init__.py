"""The commands of context `channel`. `suspension_commands` adds its own to the group `accounts`."""

from collections.abc import Callable
from typing import Any

from touchline.channel.adapters.cli import suspension_commands as suspension_commands
from touchline.channel.adapters.cli.account_commands import accounts
from touchline.channel.adapters.cli.activity_commands import activity
from touchline.channel.adapters.cli.operator_commands import operators
from touchline.channel.adapters.cli.takedown_commands import takedowns
from touchline.channel.adapters.cli.token_commands import tokens
from touchline.channel.adapters.cli.webhook_commands import webhooks

COMMANDS: tuple[Callable[..., Any], ...] = (accounts, operators, takedowns, activity, webhooks, tokens)
