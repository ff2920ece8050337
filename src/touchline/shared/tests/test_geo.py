"""Tests for the countries where content is available."""

import pytest

from touchline.shared.geo import GeoRule


@pytest.mark.parametrize(
    ("rule", "country", "blocked"),
    [
        (GeoRule(), None, False),
        (GeoRule(), "FR", False),
        (GeoRule(allow=("US", "CA")), "CA", False),
        (GeoRule(allow=("US", "CA")), "FR", True),
        (GeoRule(allow=("US",)), None, True),
        (GeoRule(block=("FR",)), "FR", True),
        (GeoRule(block=("FR",)), None, False),
    ],
)
def test_countries_are_allowed_or_blocked(rule: GeoRule, country: str | None, blocked: bool) -> None:
    assert rule.blocks(country) is blocked
