"""Commands of engagement."""

from touchline.engagement.adapters.cli.form_commands import forms

COMMANDS = [forms]
