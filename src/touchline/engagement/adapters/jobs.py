"""The jobs of engagement."""

from touchline.platform.queue.jobs import Job

JOBS: tuple[Job, ...] = ()
