"""Commands that span contexts."""

from touchline.front.packs.cli import channels
from touchline.front.withdrawals.event_commands import events

COMMANDS = [channels, events]
