"""What commands of several contexts have in common."""

from __future__ import annotations

from collections.abc import Mapping

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from touchline.shared.errors import NotFound
from touchline.shared.ids import ChannelId

channel_option = click.option("--channel", metavar="SLUG", help="Channel; the default one if not given.")
json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")


def channel_of(slug: str, channels: Mapping[str, ChannelId]) -> ChannelId:
    """The id of a channel by its slug, or where none is given of the only one; `NotFound`."""
    known = ", ".join(channels) or "none yet"
    if not slug and len(channels) == 1:
        return next(iter(channels.values()))
    if not slug:
        raise click.UsageError(f"Name a channel with --channel; there is: {known}.")
    if slug not in channels:
        raise NotFound(f"There is no channel {slug}; there is: {known}.")
    return channels[slug]


class Bar:
    """A progress bar on standard error."""

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

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._progress.stop()

    def show(self, share: float, text: str | None = None) -> None:
        """How far it is (0 to 1) and, where that changed, what is going on."""
        self._progress.update(self._task, completed=share, description=text)
