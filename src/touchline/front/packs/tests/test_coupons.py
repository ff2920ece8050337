"""Promo codes of packs on the real house."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from touchline.billing.domain.coupons import Coupon
from touchline.entrypoints.bootstrap import House
from touchline.front.packs.applying import ApplyPack
from touchline.front.packs.exporting import ExportPack
from touchline.front.packs.problems import Wrong
from touchline.front.packs.schemas.context import Reading, Surroundings
from touchline.front.packs.schemas.fields import Amount
from touchline.front.packs.tests.packs import NOON
from touchline.front.packs.writing import to_yaml
from touchline.shared.money import Money


def codes(house: House, transaction: Any, channel_id: int) -> dict[str, Coupon]:
    """All codes of the channel."""
    with transaction(channel_id):
        return {one.code: one for one in house.container.billing.kept_coupons().all()}


def test_a_code_names_packages_by_their_ids_however_often_the_pack_is_applied(
    apply_pack: ApplyPack, whole: Path, house: House, transaction: Any
) -> None:
    channel_id = apply_pack(whole).channel_id
    first = codes(house, transaction, channel_id)["TIPOFF20"]
    kind, _, number = first.products[1].partition(":")
    assert (first.products[0], kind) == ("event", "package")
    with transaction(channel_id):
        assert house.container.billing.kept_offers().package(int(number)).key == "season"
    apply_pack(whole)
    assert codes(house, transaction, channel_id)["TIPOFF20"] == first


def test_a_code_that_leaves_the_pack_is_stopped_and_an_operators_own_is_not(
    apply_pack: ApplyPack, whole: Path, house: House, transaction: Any
) -> None:
    channel_id = apply_pack(whole).channel_id
    with transaction(channel_id):
        five = house.container.billing.kept_coupons().get("FIVE-OFF")
        house.container.billing.kept_coupons().save(replace(five, code="PRESS", of_pack=False, id=0))
    (whole / "coupons.yaml").write_text("- {code: HALF, percent: 50}\n")
    apply_pack(whole)
    stopped = {code: one.stopped for code, one in codes(house, transaction, channel_id).items()}
    assert stopped == {"FIVE-OFF": True, "HALF": False, "PRESS": False, "TIPOFF20": True}


def test_an_export_has_the_codes_of_the_pack_by_the_keys_of_what_they_are_for(
    apply_pack: ApplyPack, export_pack: ExportPack, whole: Path, tmp_path: Path
) -> None:
    apply_pack(whole)
    export_pack("riverside", tmp_path / "pack")
    text = (tmp_path / "pack" / "coupons.yaml").read_text()
    assert "- code: TIPOFF20\n  percent: 20\n" in text
    assert "- package:season" in text
    assert "ends: 2027-03-01 00:00" in text


@pytest.mark.parametrize(
    ("currency", "amount", "said"),
    [
        ("KWD", "5.125", "`5.125` cannot be paid by card; in KWD write a multiple of 0.010"),
        ("MGA", "1500.50", "`1500.50` cannot be paid by card; in MGA write a multiple of 1.00"),
    ],
)
def test_an_amount_that_no_card_can_be_charged_is_refused(currency: str, amount: str, said: str) -> None:
    with Surroundings(Reading(NOON, currency=currency)):
        assert Amount().read(Decimal("12.00")) == Money.parse("12.00", currency)
        with pytest.raises(Wrong) as wrong:
            Amount().read(Decimal(amount))
    assert str(wrong.value) == said


@pytest.mark.parametrize(("currency", "written"), [("JPY", "900"), ("USD", "9.00"), ("KWD", "0.900")])
def test_an_amount_is_written_with_the_decimals_of_its_currency(currency: str, written: str) -> None:
    with Surroundings(Reading(NOON, currency=currency)):
        assert to_yaml({"base": Amount().write(Money(900, currency))}) == f"base: {written}\n"
