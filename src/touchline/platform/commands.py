"""What commands of several contexts have in common."""

from __future__ import annotations

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON, for programs.")


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
