"""The catalog's commands: `touchline recordings …`, `streams …`, `restream …` and `consents …`.

`entrypoints/cli.py` adds `simulate_command` to the group `events`, and the takedowns of `front` to the group
`recordings`.
"""

from touchline.catalog.adapters.cli.consent_commands import consents
from touchline.catalog.adapters.cli.health_command import show_health
from touchline.catalog.adapters.cli.recording_commands import recordings
from touchline.catalog.adapters.cli.restream_commands import restream
from touchline.catalog.adapters.cli.stream_commands import streams
from touchline.catalog.adapters.cli.trim_command import trim_recording

recordings.add_command(trim_recording)
streams.add_command(show_health)

COMMANDS = (recordings, streams, restream, consents)
