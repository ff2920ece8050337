"""The catalog's commands: `touchline recordings …`, `touchline streams …` and `touchline consents …`.

`simulate_command` is added to the group `events` by `entrypoints/cli.py`.
"""

from touchline.catalog.adapters.cli.consent_commands import consents
from touchline.catalog.adapters.cli.recording_commands import recordings
from touchline.catalog.adapters.cli.stream_commands import streams

COMMANDS = (recordings, streams, consents)
