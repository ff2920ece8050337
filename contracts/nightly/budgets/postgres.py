"""A PostgreSQL for one measurement."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from contracts.nightly.budgets.results import CannotMeasureError
from contracts.nightly.faults.servers import MissingDependencyError, Postgres


@contextmanager
def run_postgres(folder: Path) -> Iterator[Postgres]:
    """Run an empty PostgreSQL in a subfolder and delete it afterwards. The folder becomes accessible to
    everybody.
    """
    folder.chmod(0o755)
    try:
        server = Postgres(folder / "postgres")
    except MissingDependencyError as error:
        raise CannotMeasureError(str(error)) from error
    try:
        yield server
    finally:
        server.close()
