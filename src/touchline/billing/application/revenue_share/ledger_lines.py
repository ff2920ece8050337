"""Convert ledger lines to the lines of statements."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.domain.revenue_share.statements import SaleScope, ShareLine
from touchline.billing.ports.revenue_shares import ShareRecord


def build_line(record: ShareRecord, zone: ZoneInfo) -> ShareLine:
    """Return the line of a ledger record, with signed amounts.

    The rules of the month of the purchase apply, for a subscription those of the month of the movement. A
    refund in a later month is therefore divided as its sale was.
    """
    is_income = record.movement in (Movement.CHARGE, Movement.DISPUTE_WON)
    amount = record.amount if is_income else -record.amount
    is_dispute = record.movement in (Movement.DISPUTE, Movement.DISPUTE_WON)
    is_subscription = record.kind is ProductKind.SUBSCRIPTION
    grant = record.grant
    return ShareLine(
        scope=SaleScope(
            product=record.kind.value,
            product_id=record.product_id,
            event_id=grant.event_id,
            category_ids=grant.category_ids,
            participant_id=grant.participant_id,
            bundle=grant.bundle,
        ),
        month=format_month(record.at if is_subscription else record.ordered_at, zone),
        currency=record.currency,
        charges=amount if record.movement is Movement.CHARGE else 0,
        refunds=amount if record.movement is Movement.REFUND else 0,
        disputes=amount if is_dispute else 0,
        taxes=-record.tax if is_income else record.tax,
        fees=-record.fee,
    )


def format_month(at: datetime, zone: ZoneInfo) -> str:
    """Return the month of an instant in a time zone, such as `2026-11`."""
    return f"{at.astimezone(zone):%Y-%m}"
