"""Prints why a pack or a change of the document was refused, and exits with code 1."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from touchline.front.packs.document.conflicts import MergeConflictError
from touchline.front.packs.problems import PackRefusedError
from touchline.front.withdrawals.confirmation import ConfirmationRequiredError
from touchline.front.withdrawals.effect_output import print_confirmation_required

EXIT_REFUSED = 1
REMOVED = "(removed)"


@contextmanager
def report_refusals(
    path: Path, as_json: bool, sides: tuple[str, str] = ("new", "current"), hint: str = ""
) -> Iterator[None]:
    """Print the problems, conflicts or effects of a refused change and exit with code 1.

    `path` is the folder of the pack. `sides` name the values of a conflict, and `hint` says how to resolve
    it.
    """
    try:
        yield
    except PackRefusedError as refused:
        if as_json:
            _exit_with_json(problems=[asdict(problem) for problem in refused.problems])
        for problem in refused.problems:
            click.echo(str(path / str(problem)), err=True)
        _exit_with_summary(len(refused.problems), "problem")
    except MergeConflictError as error:
        if as_json:
            _exit_with_json(conflicts=[asdict(conflict) for conflict in error.conflicts])
        for conflict in error.conflicts:
            name = f"{conflict.entry}.{conflict.field}" if conflict.field else conflict.entry
            click.echo(f"{path / conflict.file}:{conflict.line}: {name}", err=True)
            for side, value in zip(sides, (conflict.value, conflict.current), strict=True):
                click.echo(f"  {side + ':':9}{REMOVED if value is None else value}", err=True)
        _exit_with_summary(len(error.conflicts), "conflict", hint)
    except ConfirmationRequiredError as confirmation_error:
        if as_json:
            _exit_with_json(effects=[effect.as_json() for effect in confirmation_error.effects])
        print_confirmation_required(confirmation_error)
        sys.exit(EXIT_REFUSED)


def _exit_with_json(**values: Any) -> None:
    click.echo(json.dumps({"ok": False, "problems": [], **values}, ensure_ascii=False, indent=2))
    sys.exit(EXIT_REFUSED)


def _exit_with_summary(count: int, noun: str, hint: str = "") -> None:
    text = f"{count} {noun}{'s' if count > 1 else ''}. Nothing was changed. {hint}"
    click.secho(text.strip(), fg="red", err=True)
    sys.exit(EXIT_REFUSED)
