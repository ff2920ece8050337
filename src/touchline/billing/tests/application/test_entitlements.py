"""What an account holds (product.md §4 and §6)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.application.entitlements import Entitlement
from touchline.billing.application.trial_marks import TrialMarks
from touchline.billing.domain.offers import Capability, Feature
from touchline.billing.domain.orders import AutoRenewal, Grant, Kind, OrderStatus, Product
from touchline.billing.tests.holdings import MARKS, holdings
from touchline.billing.tests.orders import NOW, order
from touchline.shared.ids import AccountId

ME, ANOTHER = AccountId(4), AccountId(5)
EVERYTHING = tuple(Capability)
YESTERDAY, TOMORROW = NOW - timedelta(days=1), NOW + timedelta(days=1)


def bought(kind: Kind, grant: Grant, **changes: Any) -> Any:
    """A paid order."""
    product = Product(kind=kind, id=2, name={"en": "Thing"})
    return order(product=product, grant=grant, status=OrderStatus.PAID, starts_at=NOW, **changes)


def held(*orders: Any) -> list[Entitlement]:
    """What I hold."""
    return holdings(*orders)[0](ME)


def test_a_game_that_was_bought_is_held_by_itself() -> None:
    (found,) = held(order(status=OrderStatus.PAID))
    assert found == Entitlement("event", 12, (), None, frozenset({"watch"}))


def test_a_pass_is_held_with_its_limits_and_since_when_they_are_counted() -> None:
    grant = Grant(capabilities=(Capability.CLIPPING,), limits={Feature.CLIPS: 50})
    (found,) = held(bought(Kind.PACKAGE, grant))
    assert (found.limits, found.since) == ({"clips": 50}, NOW)


def test_a_pass_is_held_with_its_categories_and_its_team() -> None:
    grant = Grant(capabilities=(Capability.WATCH,), category_ids=(1, 2), participant_id=7)
    (found,) = held(bought(Kind.PACKAGE, grant))
    assert found == Entitlement("package", None, (1, 2), 7, frozenset({"watch"}), since=NOW)


def test_a_subscription_is_held_with_its_capabilities() -> None:
    renewing = bought(
        Kind.SUBSCRIPTION,
        Grant(capabilities=EVERYTHING),
        auto_renewal=AutoRenewal.ACTIVE,
        expires_at=TOMORROW,
    )
    (found,) = held(renewing)
    assert found.kind == "subscription"
    assert found.capabilities == {"watch", "download", "clipping", "download_clip", "no_ads", "vod_media"}


@pytest.mark.parametrize(
    "changes",
    [
        {"status": OrderStatus.CREATED},
        {"status": OrderStatus.FAILED},
        {"status": OrderStatus.REFUNDED, "ended_at": NOW},
        {"status": OrderStatus.PAID, "expires_at": NOW},
        {"status": OrderStatus.PAID, "expires_at": TOMORROW, "ended_at": YESTERDAY},
        {"status": OrderStatus.PAID, "account_id": ANOTHER},
        {"status": OrderStatus.PAID, "account_id": None},
    ],
)
def test_what_is_not_paid_over_or_somebody_elses_is_not_held(changes: dict[str, Any]) -> None:
    assert held(order(**changes)) == []


def test_a_subscription_is_held_through_the_time_of_grace_and_no_longer() -> None:
    late: dict[str, Any] = {"auto_renewal": AutoRenewal.ACTIVE, "past_due_at": YESTERDAY}
    grant = Grant(capabilities=EVERYTHING)
    assert held(bought(Kind.SUBSCRIPTION, grant, expires_at=NOW - timedelta(days=6), **late))
    assert held(bought(Kind.SUBSCRIPTION, grant, expires_at=NOW - timedelta(days=7), **late)) == []


def test_a_subscription_that_does_not_renew_is_held_to_the_end_of_what_is_paid() -> None:
    grant = Grant(capabilities=EVERYTHING)
    stopped: dict[str, Any] = {"auto_renewal": AutoRenewal.CANCELLED}
    assert held(bought(Kind.SUBSCRIPTION, grant, expires_at=TOMORROW, **stopped))
    assert held(bought(Kind.SUBSCRIPTION, grant, expires_at=NOW, **stopped)) == []


@pytest.mark.parametrize(
    "mark", [MARKS.account(ME), MARKS.email("ada@example.org"), MARKS.email(" Ada+again@EXAMPLE.org")]
)
def test_a_trial_was_used_by_the_account_or_by_its_address_however_it_is_written(mark: str) -> None:
    assert holdings(marks=(mark,))[1](ME)


@pytest.mark.parametrize(
    "mark", [MARKS.account(ANOTHER), MARKS.email("eve@example.org"), MARKS.card("4"), MARKS.email("4")]
)
def test_somebody_elses_trial_is_not_mine(mark: str) -> None:
    assert not holdings(marks=(mark,))[1](ME)


def test_a_mark_can_be_made_by_this_deployment_alone_and_of_one_kind_alone() -> None:
    assert MARKS.email("a@b.c") != TrialMarks(b"another secret").email("a@b.c")
    assert len({MARKS.email("a@b.c"), MARKS.card("a@b.c"), MARKS.account(ME)}) == 3
