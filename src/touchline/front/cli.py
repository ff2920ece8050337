"""Commands that span contexts."""

from touchline.front.imports.cli import import_schedule
from touchline.front.imports.feeds.cli import feeds
from touchline.front.members.cli import teams
from touchline.front.packs.cli import channels
from touchline.front.rehearsal.cli import live
from touchline.front.withdrawals.event_commands import events

events.add_command(import_schedule)
events.add_command(feeds)
COMMANDS = [channels, events, live, teams]
