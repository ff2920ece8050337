"""Commands that span contexts."""

from touchline.front.packs.cli import channel

COMMANDS = [channel]
