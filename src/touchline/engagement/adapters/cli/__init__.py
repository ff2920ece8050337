"""Commands of engagement."""

from click import Command

COMMANDS: list[Command] = []
