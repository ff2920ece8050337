"""Commands of clips. `moderation_commands` adds its commands to the group when it is imported."""

from touchline.clips.adapters.cli import moderation_commands as moderation_commands
from touchline.clips.adapters.cli.clip_commands import clips

COMMANDS = (clips,)
