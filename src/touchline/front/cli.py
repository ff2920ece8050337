"""Commands that span contexts."""

from touchline.front.imports.cli import import_schedule
from touchline.front.packs.cli import channels
from touchline.front.withdrawals.event_commands import events

events.add_command(import_schedule)
COMMANDS = [channels, events]
