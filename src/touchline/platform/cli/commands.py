"""Common parts of commands of several contexts."""

from __future__ import annotations

import getpass
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId

channel_option = click.option(
    "--channel", metavar="SLUG", help="Slug of the channel. Default: the default channel."
)
out_option = click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write to this file instead of standard output.",
)
actor_option = click.option(
    "--actor",
    metavar="NAME",
    default=getpass.getuser,
    help="Name of the person who decided, for the log. Default: the system user.",
)
reason_option = click.option("--reason", metavar="TEXT", default="", help="Reason, for the takedown log.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def resolve_channel(slug: str, channels: Mapping[str, ChannelId]) -> ChannelId:
    """Return the ID of a channel by slug, or of the only channel without one. Raises `NotFoundError`."""
    available = ", ".join(channels) or "none yet"
    if not slug and len(channels) == 1:
        return next(iter(channels.values()))
    if not slug:
        raise click.UsageError(f"Choose a channel with --channel. Available: {available}.")
    if slug not in channels:
        raise NotFoundError(f"There is no channel {slug}. Available: {available}.")
    return channels[slug]


class ProgressBar:
    """Progress bar on standard error."""

    def __init__(self, text: str, *, hidden: bool) -> None:
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            disable=hidden,
        )
        self._task = self._progress.add_task(text, total=1.0)

    def __enter__(self) -> ProgressBar:
        self._progress.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._progress.stop()

    def update(self, fraction: float, text: str | None = None) -> None:
        """Show the progress (0 to 1), and the current step if it changed."""
        self._progress.update(self._task, completed=fraction, description=text)


@contextmanager
def open_output(out: Path | None) -> Iterator[TextIO]:
    """Open the output file, or standard output without a path.

    The file is written completely or not at all, and only its owner can read it. A device or a pipe is
    written to, not replaced.
    """
    if out is None:
        yield sys.stdout
        return
    if out.exists() and not out.is_file():
        with out.open("w", encoding="utf-8", newline="") as target:
            yield target
        return
    file_descriptor, temporary_path = tempfile.mkstemp(dir=out.parent, prefix=f".{out.name}-")
    try:
        with os.fdopen(file_descriptor, "w", encoding="utf-8", newline="") as target:
            yield target
        Path(temporary_path).replace(out)
    finally:
        Path(temporary_path).unlink(missing_ok=True)
