"""Live streams that change in the middle, through the product's own ingest."""

from pathlib import Path

import pytest

from adapters.ingest.tests.polling import free_port
from contracts.nightly.media.live import CASES, QUICK, measure_live
from contracts.nightly.media.live_cases import LiveCase


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("case", [case for case in CASES if case.name in QUICK], ids=lambda case: case.name)
def test_a_live_stream_stays_in_sync_whatever_changes(case: LiveCase, tmp_path: Path) -> None:
    assert measure_live(case, tmp_path, free_port()) == []
