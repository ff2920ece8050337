"""`TOUCHLINE_QUEUE=inline`: runs a task at once in the calling process (tests, one-off commands)."""

from collections.abc import Callable, Mapping

from touchline.shared.tasks.jobs import Task


class InlineQueue:
    """Runs each task as it is pushed."""

    def __init__(self, run: Callable[[Task], None]) -> None:
        self._run = run

    def push(self, task: Task) -> None:
        """Run the task now. Its errors reach the caller."""
        self._run(task)

    def count_waiting(self) -> Mapping[str, int]:
        """Return an empty mapping, because nothing ever waits."""
        return {"default": 0}

    def check(self) -> None:
        """Do nothing, because nothing can be down."""
