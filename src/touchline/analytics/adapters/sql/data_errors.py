"""Translation of the database's errors about values."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError

from touchline.analytics.ports.store import RecordsRejectedError


@contextmanager
def translate_data_errors() -> Iterator[None]:
    """Raise `RecordsRejectedError` for a value that a column cannot store."""
    try:
        yield
    except DataError as error:
        raise RecordsRejectedError(str(error)) from error
