"""Translation of the database's errors about values."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import DataError, OperationalError

from touchline.analytics.adapters.sql.data_errors import translate_data_errors
from touchline.analytics.ports.store import RecordsRejectedError


def test_a_value_that_a_column_cannot_store_is_rejected() -> None:
    with pytest.raises(RecordsRejectedError), translate_data_errors():
        raise DataError("INSERT", {}, Exception("no such value"))


def test_an_unavailable_database_is_another_error() -> None:
    with pytest.raises(OperationalError), translate_data_errors():
        raise OperationalError("INSERT", {}, Exception("gone"))
