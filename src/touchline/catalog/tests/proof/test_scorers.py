"""Two scorers converge in 10,000 steps. The domain tests play a few games only, so that they stay fast."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from touchline.catalog.tests.domain.scoring.test_convergence import ENTRIES_PER_GAME, check_game

STEPS = 10_000
"""A game has half of the most entries on average."""


@pytest.mark.nightly
@settings(max_examples=2 * STEPS // ENTRIES_PER_GAME, deadline=None)
@given(st.data())
def test_two_scorers_converge_in_10_000_steps(data: st.DataObject) -> None:
    check_game(data)
