"""Every command and every changing route of operators says what it is for the audit log."""

from __future__ import annotations

from collections.abc import Iterator

import click
from flask import Flask

from touchline.entrypoints.cli import main
from touchline.platform.audit.calls import Declaration
from touchline.platform.http.guards import OPERATOR

CHANGING_METHODS = {"POST", "PUT", "PATCH", "DELETE"}


def list_commands(command: click.Command, path: str = "touchline") -> Iterator[tuple[str, click.Command]]:
    """Yield every command below a group, and its path."""
    if not isinstance(command, click.Group):
        yield path, command
        return
    for name, child in command.commands.items():
        yield from list_commands(child, f"{path} {name}")


def get_declaration(command: object) -> Declaration | None:
    """Return the declaration of a command or a view, or None."""
    return getattr(command, "audit", None)


def test_every_command_declares_what_it_changes_or_reads() -> None:
    commands = dict(list_commands(main))
    undeclared = [path for path, command in commands.items() if get_declaration(command.callback) is None]
    assert len(commands) > 80
    assert undeclared == [], "Declare `changes`, `reads_personal_data` or `reads_nothing_personal`"


def test_every_audited_command_names_an_action_and_its_subject_by_an_argument() -> None:
    for path, command in list_commands(main):
        declaration = get_declaration(command.callback)
        assert declaration
        if not declaration.is_audited:
            continue
        assert "." in declaration.action, path
        parameters = {parameter.name for parameter in command.params}
        assert not declaration.parameter or declaration.parameter in parameters, path


def test_every_changing_route_of_operators_is_audited(shared_app: Flask) -> None:
    undeclared = [
        rule.rule
        for rule in shared_app.url_map.iter_rules()
        if (view := shared_app.view_functions[rule.endpoint])
        and getattr(view, "caller_class", None) == OPERATOR
        and CHANGING_METHODS & (rule.methods or set())
        and get_declaration(view) is None
    ]
    assert undeclared == [], "Put a declaration of `platform.http.audit` below its guard"
