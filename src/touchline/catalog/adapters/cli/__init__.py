"""The catalog's commands: `touchline media …`, `touchline live …`."""

from touchline.catalog.adapters.cli.consent_commands import consent
from touchline.catalog.adapters.cli.live_commands import live
from touchline.catalog.adapters.cli.media_commands import media
from touchline.catalog.adapters.cli.simulate_command import simulate

live.add_command(simulate)
COMMANDS = (media, live, consent)
