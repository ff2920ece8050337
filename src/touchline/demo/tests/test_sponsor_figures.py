"""Simulated figures of sponsors."""

from __future__ import annotations

from datetime import date, timedelta

from touchline.demo.sponsor_figures import MAX_EVENTS, simulate_figures

TODAY = date(2026, 11, 21)
STARTS = {event_id: TODAY - timedelta(days=event_id) for event_id in range(20)}


def test_the_same_seed_gives_the_same_figures_of_the_latest_events() -> None:
    figures = simulate_figures(STARTS, TODAY, 7)
    assert figures == simulate_figures(STARTS, TODAY, 7) != simulate_figures(STARTS, TODAY, 8)
    assert {event_id for _, event_id in figures} == set(range(MAX_EVENTS))
    assert max(day for day, _ in figures) == TODAY


def test_each_quartile_has_no_more_ads_than_the_one_before() -> None:
    for item in simulate_figures(STARTS, TODAY, 7).values():
        quartiles = [item.impressions, item.first_quartile, item.midpoint, item.third_quartile, item.complete]
        assert quartiles == sorted(quartiles, reverse=True)
        assert 0 <= item.clicks <= item.impressions
