"""Promo codes of packs on the real application."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from touchline.billing.domain.coupons import Coupon
from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.apply_pack import ApplyPack
from touchline.front.packs.export_pack import ExportPack
from touchline.front.packs.pack_writer import dump_yaml
from touchline.front.packs.problems import InvalidValueError
from touchline.front.packs.schemas.context import ActivePackContext, PackContext
from touchline.front.packs.schemas.fields import MoneyField
from touchline.front.packs.tests.pack_fixtures import PACK_TIME
from touchline.shared.money import Money


def list_codes(application: Application, transaction: Any, channel_id: int) -> dict[str, Coupon]:
    """Return all codes of the channel."""
    with transaction(channel_id):
        return {coupon.code: coupon for coupon in application.container.billing.coupons().list_all()}


def test_a_code_keeps_the_ids_of_its_packages_when_the_pack_is_applied_again(
    apply_pack: ApplyPack, full_pack: Path, application: Application, transaction: Any
) -> None:
    channel_id = apply_pack(full_pack).channel_id
    first = list_codes(application, transaction, channel_id)["TIPOFF20"]
    kind, _, package_id = first.products[1].partition(":")
    assert (first.products[0], kind) == ("event", "package")
    with transaction(channel_id):
        assert application.container.billing.offers().get_package(int(package_id)).key == "season"
    apply_pack(full_pack)
    assert list_codes(application, transaction, channel_id)["TIPOFF20"] == first


def test_a_code_removed_from_the_pack_is_stopped_and_an_operators_own_is_not(
    apply_pack: ApplyPack, full_pack: Path, application: Application, transaction: Any
) -> None:
    channel_id = apply_pack(full_pack).channel_id
    with transaction(channel_id):
        coupon = application.container.billing.coupons().get("FIVE-OFF")
        application.container.billing.coupons().save(replace(coupon, code="PRESS", from_pack=False, id=0))
    (full_pack / "coupons.yaml").write_text("- {code: HALF, percent: 50}\n")
    apply_pack(full_pack)
    stopped = {
        code: listed_coupon.is_stopped
        for code, listed_coupon in list_codes(application, transaction, channel_id).items()
    }
    assert stopped == {"FIVE-OFF": True, "HALF": False, "PRESS": False, "TIPOFF20": True}


def test_an_export_has_the_codes_with_the_keys_of_their_products(
    apply_pack: ApplyPack, export_pack: ExportPack, full_pack: Path, tmp_path: Path
) -> None:
    apply_pack(full_pack)
    export_pack("riverside", tmp_path / "pack", keep_layout=False)
    text = (tmp_path / "pack" / "coupons.yaml").read_text()
    assert "- code: TIPOFF20\n  percent: 20\n" in text
    assert "- package:season" in text
    assert "ends: 2027-03-01 00:00" in text


@pytest.mark.parametrize(
    ("currency", "amount", "message"),
    [
        ("KWD", "5.125", "`5.125` cannot be charged to a card; in KWD write a multiple of 0.010"),
        ("MGA", "1500.50", "`1500.50` cannot be charged to a card; in MGA write a multiple of 1.00"),
    ],
)
def test_an_amount_that_no_card_can_be_charged_is_refused(currency: str, amount: str, message: str) -> None:
    with ActivePackContext(PackContext(PACK_TIME, currency=currency)):
        assert MoneyField().parse(Decimal("12.00")) == Money.parse("12.00", currency)
        with pytest.raises(InvalidValueError) as error:
            MoneyField().parse(Decimal(amount))
    assert str(error.value) == message


@pytest.mark.parametrize(("currency", "expected"), [("JPY", "900"), ("USD", "9.00"), ("KWD", "0.900")])
def test_an_amount_is_written_with_the_decimals_of_its_currency(currency: str, expected: str) -> None:
    with ActivePackContext(PackContext(PACK_TIME, currency=currency)):
        assert dump_yaml({"base": MoneyField().dump(Money(900, currency))}) == f"base: {expected}\n"
