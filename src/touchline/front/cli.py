"""Commands that span contexts."""

from touchline.front.packs.cli import channel
from touchline.front.withdrawals.cli import events

COMMANDS = [channel, events]
