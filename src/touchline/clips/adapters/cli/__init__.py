"""Commands of clips."""

from touchline.clips.adapters.cli.clip_commands import clips

COMMANDS = (clips,)
