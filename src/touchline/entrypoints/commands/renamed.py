"""Old forms of commands and options. They work for one release and print one warning on standard error.

In a form, lower-case words are the command, upper-case words are its arguments, and options are flags.
Flags in brackets are optional. An argument after an option in the new form becomes the option's value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import click

RENAMED_COMMANDS: Mapping[str, str] = {
    "account list CHANNEL": "accounts list --channel CHANNEL",
    "account add CHANNEL EMAIL": "accounts add EMAIL --channel CHANNEL",
    "account temporary-password CHANNEL EMAIL": "accounts reset-password EMAIL --channel CHANNEL",
    "account temporary-password": "accounts reset-password",
    "account end-sessions CHANNEL EMAIL": "accounts log-out EMAIL --channel CHANNEL",
    "account end-sessions": "accounts log-out",
    "account remove-second-factor CHANNEL EMAIL": "accounts remove-second-factor EMAIL --channel CHANNEL",
    "account suspend CHANNEL EMAIL": "accounts suspend EMAIL --channel CHANNEL",
    "account unsuspend CHANNEL EMAIL": "accounts unsuspend EMAIL --channel CHANNEL",
    "account erase CHANNEL EMAIL": "accounts erase EMAIL --channel CHANNEL",
    "account": "accounts",
    "backup": "backups create",
    "restore FOLDER --check": "backups check FOLDER",
    "restore": "backups restore",
    "channel apply FOLDER --check [--yes] [--refund]": "channels check FOLDER",
    "channel export SLUG FOLDER": "channels export FOLDER --channel SLUG",
    "channel": "channels",
    "clips show": "clips unhide",
    "clips reports": "clips list-reports",
    "clips block": "clips block-viewer",
    "clips unblock": "clips unblock-viewer",
    "config NAME": "settings show NAME",
    "config": "settings list",
    "consent erase": "consents delete",
    "consent": "consents",
    "coupons stop": "coupons deactivate",
    "db current": "databases show-revision",
    "db revision": "databases create-revision",
    "db": "databases",
    "demo footage": "demos draw-footage",
    "demo make": "demos build",
    "demo audience": "demos send-audience",
    "demo": "demos",
    "fleet": "run --fleet",
    "jobs drop": "jobs delete",
    "live key": "streams open",
    "live end": "streams stop",
    "live simulate": "events simulate",
    "live nginx": "streams print-nginx-config",
    "live list": "streams list",
    "live reopen": "streams reopen",
    "live test": "streams test",
    "media show": "recordings unhide",
    "media": "recordings",
    "operator": "operators",
    "orders ledger": "orders export-ledger",
    "report now": "reports realtime",
    "report by": "reports breakdown",
    "report": "reports",
}
"""New forms by old forms. The first form that matches is used."""
_ACTOR = {"--by": "--actor"}
RENAMED_OPTIONS: Mapping[str, Mapping[str, str]] = {
    "accounts list": {"--find": "--search"},
    "accounts add": {"--temporary": "--temporary-password"},
    "accounts suspend": _ACTOR,
    "accounts unsuspend": _ACTOR,
    "accounts erase": _ACTOR,
    "clips hide": _ACTOR,
    "clips unhide": _ACTOR,
    "clips delete": _ACTOR,
    "clips block-viewer": _ACTOR,
    "clips unblock-viewer": _ACTOR,
    "coupons add": {"--limit": "--max-redemptions", "--limit-each": "--max-redemptions-per-customer"},
    "demos send-audience": {"--again": "--force"},
    "events simulate": {"--off": "--stop"},
    "operators add": {"--unverified": "--allow-unverified"},
    "orders show": {"--settle": "--sync"},
    "recordings add": {"--here": "--inline"},
    "recordings hide": _ACTOR,
    "recordings unhide": _ACTOR,
    "recordings withdraw": _ACTOR,
    "recordings restore": _ACTOR,
    "recordings delete": _ACTOR,
    "reports quality": {"--thing": "--item"},
    "streams open": {"--new": "--new-key"},
}
"""New options by old options, by new command."""


def rename_arguments(touchline: click.Group, arguments: Sequence[str]) -> tuple[list[str], str]:
    """Return the arguments in their new form, and one line of warning if they had an old one."""
    renamed, changes = list(arguments), []
    for old_form, new_form in RENAMED_COMMANDS.items():
        renamed_arguments = _apply_form(touchline, arguments, old_form.split(), new_form.split())
        if renamed_arguments is not None:
            renamed, changes = (
                renamed_arguments,
                [_describe(touchline, old_form, new_form, renamed_arguments)],
            )
            break
    renamed, option_changes = _rename_options(touchline, renamed)
    changes += option_changes
    return renamed, f"Warning: {', and '.join(changes)}." if changes else ""


def _describe(touchline: click.Group, old_form: str, new_form: str, renamed: list[str]) -> str:
    """Return the change of a command. If the forms name only a group, add the command in it."""
    path, _ = _find_command(touchline, renamed)
    command = " ".join(["", *path[len(new_form.split()) :]]) if new_form == path[0] else ""
    return f"`touchline {old_form}{command}` is now `touchline {new_form}{command}`"


def _apply_form(
    touchline: click.Group, arguments: Sequence[str], old_form: list[str], new_form: list[str]
) -> list[str] | None:
    """Return the arguments in their new form, or None if they do not have the old form."""
    old_path, new_path = _get_path(old_form), _get_path(new_form)
    if list(arguments[: len(old_path)]) != old_path:
        return None
    tokens = [*new_path, *arguments[len(old_path) :]]
    names = [part for part in old_form if part.isupper()]
    flags = {part for part in old_form if part.startswith("--")}
    positions = [position for position, is_option in _walk(touchline, tokens) if not is_option]
    if len(positions) < len(names) or not flags <= set(tokens):
        return None
    values = dict(zip(names, positions, strict=False))
    new_options: list[str] = []
    dropped: set[int] = set()
    for option, name in zip(new_form, [*new_form[1:], ""], strict=True):
        if option.startswith("--"):
            new_options.append(option)
            if name in values:
                new_options.append(tokens[values[name]])
                dropped.add(values[name])
    removed = flags | {part.strip("[]") for part in old_form if part.startswith("[")}
    kept = [
        token for position, token in enumerate(tokens) if position not in dropped and token not in removed
    ]
    return [*new_path, *new_options, *kept[len(new_path) :]]


def _get_path(form: list[str]) -> list[str]:
    return [part for part in form if part.islower() and not part.startswith(("-", "["))]


def _rename_options(touchline: click.Group, arguments: list[str]) -> tuple[list[str], list[str]]:
    """Return the arguments with new options, and what changed."""
    path, _ = _find_command(touchline, arguments)
    new_names = RENAMED_OPTIONS.get(" ".join(path), {})
    renamed, changes = list(arguments), []
    for position, is_option in _walk(touchline, arguments):
        name, separator, value = arguments[position].partition("=")
        if is_option and name in new_names:
            renamed[position] = new_names[name] + separator + value
            changes.append(f"`{name}` is now `{new_names[name]}`")
    return renamed, changes


def _walk(touchline: click.Group, arguments: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """Yield the position of each option (True) and each positional argument (False) of a command."""
    path, command = _find_command(touchline, arguments)
    new_names = RENAMED_OPTIONS.get(" ".join(path), {})
    with_value = {
        name
        for option in command.params
        if isinstance(option, click.Option) and not option.is_flag
        for name in option.opts
    }
    is_value, options_ended = False, False
    for position in range(len(path), len(arguments)):
        argument = arguments[position]
        if is_value:
            is_value = False
        elif options_ended or not argument.startswith("-"):
            yield position, False
        elif argument == "--":
            options_ended = True
        else:
            is_value = new_names.get(argument, argument) in with_value
            yield position, True


def _find_command(touchline: click.Group, arguments: Sequence[str]) -> tuple[list[str], click.Command]:
    """Return the path of the command that the arguments begin with, and the command."""
    command: click.Command = touchline
    path: list[str] = []
    for argument in arguments:
        if not isinstance(command, click.Group) or argument not in command.commands:
            break
        command = command.commands[argument]
        path.append(argument)
    return path, command
