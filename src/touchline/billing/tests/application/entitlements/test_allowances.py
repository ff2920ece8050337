"""Tests for the usage limits of passes (api.md, "Clips": limits by pass)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.application.entitlements.allowances import Allowance, get_allowance
from touchline.billing.application.entitlements.entitlements import Entitlement
from touchline.billing.tests.order_samples import NOW

DAY = timedelta(days=1)


def build_entitlement(*capabilities: str, **more: Any) -> Entitlement:
    """Build an entitlement with the given capabilities."""
    return Entitlement("package", None, (), None, frozenset(capabilities), **{"since": NOW, **more})


def get_clip_allowance(*passes: Entitlement) -> Allowance:
    """Return the clip allowance of the passes."""
    return get_allowance(passes, "clipping", "clips")


@pytest.mark.parametrize("passes", [(), (build_entitlement("watch", limits={"clips": 50}),)])
def test_nothing_is_allowed_without_a_pass_that_has_the_capability(passes: tuple[Entitlement, ...]) -> None:
    assert get_clip_allowance(*passes) == Allowance(is_allowed=False)


def test_usage_is_counted_from_the_start_of_the_pass() -> None:
    assert get_clip_allowance(build_entitlement("watch", "clipping", limits={"clips": 50})) == Allowance(
        True, 50, NOW
    )


def test_limits_of_several_passes_add_up_from_the_start_of_the_first() -> None:
    older = build_entitlement("clipping", limits={"clips": 50}, since=NOW - 3 * DAY)
    newer = build_entitlement("clipping", limits={"clips": 10, "downloads": 1}, since=NOW - DAY)
    without_capability = build_entitlement("watch", limits={"clips": 7}, since=NOW - 9 * DAY)
    assert get_clip_allowance(newer, without_capability, older) == Allowance(True, 60, NOW - 3 * DAY)


@pytest.mark.parametrize("limits", [{}, {"downloads": 3}])
def test_a_pass_without_a_limit_removes_all_limits(limits: dict[str, int]) -> None:
    assert get_clip_allowance(
        build_entitlement("clipping", limits={"clips": 50}), build_entitlement("clipping", limits=limits)
    ) == Allowance(True)
