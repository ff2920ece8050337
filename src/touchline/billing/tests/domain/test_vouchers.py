"""Tests for codes and vouchers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.vouchers.voucher_codes import (
    ALPHABET,
    CODE_LENGTH,
    VoucherCodes,
    format_voucher_code,
    normalize_voucher_code,
)
from touchline.billing.domain.vouchers.vouchers import (
    Voucher,
    VoucherState,
    calculate_share,
    get_voucher_state,
)
from touchline.billing.tests.order_samples import NOW, build_order
from touchline.shared.ids import OrderId
from touchline.shared.money import Money

CODE = VoucherCodes(b"secret").derive("order", 1, 1)
VOUCHER = Voucher(order_id=OrderId(1), number=1, code_hash="hash", language="en")


def test_each_voucher_and_each_version_has_its_own_code_of_100_bits() -> None:
    codes = VoucherCodes(b"secret")
    derived = {
        codes.derive(order, number, version) for order in "ab" for number in (1, 2) for version in (1, 2)
    }
    assert len(derived) == 8
    assert all(len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) for code in derived)
    assert len(set(ALPHABET)) == 32 and not set("01OI") & set(ALPHABET)


@pytest.mark.parametrize(
    ("typed", "normalized"),
    [
        (CODE, CODE),
        (format_voucher_code(CODE), CODE),
        (format_voucher_code(CODE).lower().replace("-", " "), CODE),
        (CODE[:-1], None),
        (CODE[:-1] + "0", None),
        ("", None),
    ],
)
def test_a_typed_code_needs_no_case_and_no_separators(typed: str, normalized: str | None) -> None:
    assert normalize_voucher_code(typed) == normalized


def paid(**more: object) -> Order:
    """Return a paid order of three codes."""
    return replace(build_order(), status=OrderStatus.PAID, voucher_count=3, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("voucher", "order", "state"),
    [
        (VOUCHER, paid(), VoucherState.READY),
        (VOUCHER, replace(paid(), status=OrderStatus.CREATED), VoucherState.PENDING),
        (VOUCHER, replace(paid(), status=OrderStatus.REFUNDED), VoucherState.CANCELED),
        (VOUCHER, paid(ended_at=NOW), VoucherState.CANCELED),
        (VOUCHER, paid(refund_due=True), VoucherState.CANCELED),
        (replace(VOUCHER, canceled_at=NOW), paid(), VoucherState.CANCELED),
        (replace(VOUCHER, email="a@b.ca"), paid(), VoucherState.SCHEDULED),
        (replace(VOUCHER, email="a@b.ca", sent_at=NOW), paid(), VoucherState.SENT),
        (replace(VOUCHER, redeemed_order_id=OrderId(2)), paid(), VoucherState.REDEEMED),
    ],
)
def test_the_state_of_a_voucher_is_read_from_its_order(
    voucher: Voucher, order: Order, state: VoucherState
) -> None:
    assert get_voucher_state(voucher, order) is state


@pytest.mark.parametrize(("numbers", "minor"), [([1], 34), ([2], 33), ([1, 2, 3], 100), ([], 0)])
def test_the_shares_of_all_codes_add_up_to_the_total(numbers: list[int], minor: int) -> None:
    assert calculate_share(Money(100, "CAD"), 3, numbers) == Money(minor, "CAD")


def test_each_share_is_an_amount_that_a_card_can_be_refunded() -> None:
    shares = [calculate_share(Money(10000, "KWD"), 3, [number]).minor for number in (1, 2, 3)]
    assert shares == [3340, 3330, 3330]
