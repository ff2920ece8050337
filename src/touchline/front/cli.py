"""Commands that span contexts."""

from touchline.front.packs.cli import channels
from touchline.front.withdrawals.cli import events

COMMANDS = [channels, events]
