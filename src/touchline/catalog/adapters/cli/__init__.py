"""The catalogue's commands: `touchline media …`, `touchline live …`."""

from touchline.catalog.adapters.cli.live_commands import live
from touchline.catalog.adapters.cli.media_commands import media

COMMANDS = (media, live)
