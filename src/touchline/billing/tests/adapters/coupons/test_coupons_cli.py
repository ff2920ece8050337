"""Tests for `touchline coupons …` in the real application, on both databases."""

from __future__ import annotations

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.adapters.operator_terminal import Terminal, buy_offer, parse_json_output
from touchline.billing.tests.offer_samples import billing_part, coupon_entry, package_entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.shared.errors import NotFoundError, RefusedError

TERMINAL = Terminal()
OFFERS = billing_part(package_entry("season"), coupons=(coupon_entry("TIPOFF20"),))


@pytest.fixture
def offers(publish_offers: PublishOffers, channel: ChannelDetails) -> None:
    """Put a season pass on sale, with a promo code from the pack."""
    publish_offers(channel, OFFERS)


def test_a_code_is_added_used_and_counted(offers: None, ada: Visitor, fake_stripe: FakeStripeServer) -> None:
    added = parse_json_output(
        TERMINAL.coupons(
            "add", "press", "--percent", "50", "--product", "package:season", "--max-redemptions", "2",
            "--starts", "2026-11-01", "--ends", "2026-11-30", "--json",
        )
    )  # fmt: skip
    assert (added["code"], added["percent"], added["products"]) == ("PRESS", "50", ["package:season"])
    assert (added["starts_at"], added["ends_at"]) == ("2026-11-01T05:00:00Z", "2026-12-01T06:00:00Z")
    assert buy_offer(ada, fake_stripe, promo_code="press")["discount"] == "20.00"
    assert parse_json_output(TERMINAL.coupons("show", "PRESS", "--json"))["used"] == 1
    row = next(line.split() for line in TERMINAL.coupons("list").stdout.splitlines() if "PRESS" in line)
    assert row[:7] == ["PRESS", "50", "%", "package:season", "1", "of", "2"]
    assert row[7:] == ["2026-11-01", "00:00", "2026-12-01", "00:00", "active"]


def test_a_deactivated_code_is_wrong_for_viewers(offers: None, ada: Visitor) -> None:
    TERMINAL.coupons("add", "PRESS", "--amount", "5.00")
    assert parse_json_output(TERMINAL.coupons("deactivate", "press", "--json"))["stopped"] is True
    season = ada.data("/packages")[0]["id"]
    quoted = ada.get("/apply_coupon", promo_code="PRESS", type="package", id=season)
    assert (quoted.status_code, quoted.json["message"]) == (400, "Wrong promo code")  # type: ignore[index]
    assert isinstance(TERMINAL.coupons("deactivate", "PRESS").exception, RefusedError)


def test_a_pack_code_is_deactivated_with_a_warning_and_restored_by_the_pack(
    offers: None, publish_offers: PublishOffers, channel: ChannelDetails
) -> None:
    TERMINAL.coupons("add", "PRESS", "--percent", "5")
    assert TERMINAL.coupons("deactivate", "PRESS").stderr == ""
    assert "the next apply adds it again" in TERMINAL.coupons("deactivate", "TIPOFF20").stderr
    publish_offers(channel, OFFERS)
    listed = {
        coupon["code"]: coupon["stopped"] for coupon in parse_json_output(TERMINAL.coupons("list", "--json"))
    }
    assert listed == {"PRESS": True, "TIPOFF20": False}


def test_all_invalid_fields_are_reported(offers: None) -> None:
    done = TERMINAL.coupons("add", "A B", "--percent", "500")
    assert done.exit_code == 1
    assert done.stderr.splitlines() == [
        "Error: code: Use 3 to 40 letters, digits, hyphens or underscores.",
        "percent: Enter a percentage from 0.01 to 100.",
    ]


def test_codes_of_another_channel_are_not_found(offers: None, other_channel: ChannelDetails) -> None:
    elsewhere = Terminal("atelier")
    assert parse_json_output(elsewhere.coupons("list", "--json")) == []
    assert isinstance(elsewhere.coupons("show", "TIPOFF20").exception, NotFoundError)


@pytest.mark.parametrize(
    "arguments",
    [
        ("add",),
        ("add", "PRESS", "--percent", "5", "--max-redemptions", "0"),
        ("add", "PRESS", "--ends", "soon"),
    ],
)
def test_wrong_use_is_exit_code_two(offers: None, arguments: tuple[str, ...]) -> None:
    assert TERMINAL.coupons(*arguments).exit_code == 2
