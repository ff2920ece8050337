"""What each command does, for the audit log. A test fails on a command that does not declare it.

Put the declaration right below `@….command(…)`, so that it sees all arguments.
"""

from __future__ import annotations

import functools
import os
import pwd
from collections.abc import Callable
from typing import Any, TypeVar

from touchline.platform.audit.calls import AuditedCall, Declaration, Effect, audit_call
from touchline.shared.audit import Actor, ActorKind

Command = TypeVar("Command", bound=Callable[..., Any])


def changes(action: str, kind: str = "", parameter: str = "") -> Callable[[Command], Command]:
    """Declare a command that changes a channel.

    `kind` is the kind of the subject, `parameter` the argument with its id, key or address. All arguments
    but secrets and personal data become part of the entry.
    """
    return _declare(Declaration(Effect.CHANGES, action, kind, parameter))


def reads_personal_data(action: str, kind: str = "", parameter: str = "") -> Callable[[Command], Command]:
    """Declare a command that shows data about viewers, and changes nothing."""
    return _declare(Declaration(Effect.READS_PERSONAL_DATA, action, kind, parameter))


def reads_nothing_personal(command: Command) -> Command:
    """Declare a command that changes nothing and shows no data about viewers. It gets no entry."""
    return _declare(Declaration(Effect.READS_NOTHING_PERSONAL))(command)


def outside_channels(command: Command) -> Command:
    """Declare a command of the deployment, such as a backup. It belongs to no channel and gets no entry."""
    return _declare(Declaration(Effect.OUTSIDE_CHANNELS))(command)


def _declare(declaration: Declaration) -> Callable[[Command], Command]:
    def mark(command: Command) -> Command:
        command.audit = declaration  # type: ignore[attr-defined]
        if not declaration.is_audited:
            return command

        @functools.wraps(command)
        def run(*args: Any, **arguments: Any) -> Any:
            with audit_call(AuditedCall(declaration, _get_command_actor(), arguments)):
                return command(*args, **arguments)

        return run  # type: ignore[return-value]

    return mark


def _get_command_actor() -> Actor:
    """Return the user that runs the command. The environment cannot change it."""
    user_id = os.getuid()
    try:
        name = pwd.getpwuid(user_id).pw_name
    except KeyError:  # a container may run under a number without a name
        name = str(user_id)
    return Actor(ActorKind.COMMAND, name)
