"""`TOUCHLINE_QUEUE=inline`: a task is run at once, in the process that asks (tests, one-off commands)."""

from collections.abc import Callable, Mapping

from touchline.shared.tasks.jobs import Task


class InlineQueue:
    """Runs each task as it is pushed."""

    def __init__(self, run: Callable[[Task], None]) -> None:
        self._run = run

    def push(self, task: Task) -> None:
        """Run the task now; its errors reach the caller."""
        self._run(task)

    def waiting(self) -> Mapping[str, int]:
        """Nothing ever waits."""
        return {"default": 0}

    def check(self) -> None:
        """There is nothing that could be down."""
