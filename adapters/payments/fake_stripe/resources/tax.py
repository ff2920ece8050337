"""Stripe Tax: what tax is in or on an amount, by where the customer is
(https://docs.stripe.com/api/tax/calculations).

A short table stands for the world: a country, or a country and a state. Elsewhere nothing is collected.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from adapters.payments.fake_stripe.account import Account, new_id
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.currencies import amount_of, currency_of
from adapters.payments.fake_stripe.errors import invalid
from adapters.payments.fake_stripe.expand import on_request
from adapters.payments.fake_stripe.intervals import DAY
from adapters.payments.fake_stripe.paging import list_of
from adapters.payments.fake_stripe.routes import Json, routes

RATES = {
    "CA": (("gst", "5"),),
    "CA-QC": (("gst", "5"), ("qst", "9.975")),
    "CA-ON": (("hst", "13"),),
    "DE": (("vat", "19"),),
    "FR": (("vat", "20"),),
    "GB": (("vat", "20"),),
    "US-NY": (("sales_tax", "8.875"),),
}
ADDRESS = ("city", "country", "line1", "line2", "postal_code", "state")


@routes.at("POST", "tax/calculations")
def create(account: Account, asked: Asked) -> Json:
    """What tax there is in each line, or on it (`tax_behavior`)."""
    asked.only("currency", "line_items", "customer", "customer_details")
    currency = currency_of(asked)
    details = _details(account, asked)
    address = details["address"] or {}
    rates = RATES.get(f"{address.get('country')}-{address.get('state')}") or RATES.get(
        str(address.get("country")), ()
    )
    lines = [_line(part, rates) for part in asked.parts("line_items")]
    if not lines:
        raise invalid("Missing required param: line_items.", "parameter_missing", "line_items")
    now = account.now()
    on_top = sum(line["amount_tax"] for line in lines if line["tax_behavior"] == "exclusive")
    id = new_id("taxcalc")
    body: Json = {
        "id": id,
        "object": "tax.calculation",
        "amount_total": sum(line["amount"] for line in lines) + on_top,
        "currency": currency,
        "customer": asked.text("customer"),
        "customer_details": details,
        "expires_at": now + 90 * DAY,
        "livemode": False,
        "ship_from_details": None,
        "shipping_cost": None,
        "tax_amount_exclusive": on_top,
        "tax_amount_inclusive": sum(line["amount_tax"] for line in lines) - on_top,
        "tax_breakdown": [item for line in lines for item in _breakdown(line, rates, address)],
        "tax_date": now,
        "_": {"lines": lines},
    }
    return account.add(body)


@routes.at("GET", "tax/calculations/{id}")
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One."""
    asked.only()
    return account.get("tax.calculation", id)


@routes.at("GET", "tax/calculations/{id}/line_items")
def lines(account: Account, asked: Asked, id: str) -> Json:
    """Its lines."""
    asked.only()
    found: Json = line_items(account, account.get("tax.calculation", id))
    return found


@on_request("tax.calculation", "line_items")
def line_items(account: Account, body: Json) -> Json:
    """Its lines, with the tax of each."""
    stored = account.get("tax.calculation", body["id"])
    return list_of(stored["_"]["lines"], f"/v1/tax/calculations/{body['id']}/line_items")


def _details(account: Account, asked: Asked) -> Json:
    part = asked.part("customer_details")
    part.only("address", "address_source", "ip_address", "taxability_override")
    address: Json | None = None
    customer = asked.text("customer")
    if customer:
        address = account.get("customer", customer, "customer")["address"]
    given = part.part("address")
    given.only(*ADDRESS)
    if given.values:
        given.need("country")
        address = {name: given.text(name) for name in ADDRESS}
    if not address and not part.text("ip_address"):
        words = "The tax calculation needs an address of the customer: customer_details[address]."
        raise invalid(words, "customer_tax_location_invalid", "customer_details[address]")
    return {
        "address": address,
        "address_source": part.choice("address_source", ("billing", "shipping")) if address else None,
        "ip_address": part.text("ip_address"),
        "tax_ids": [],
        "taxability_override": part.choice("taxability_override", ("none", "customer_exempt"), "none"),
    }


def _line(part: Asked, rates: tuple[tuple[str, str], ...]) -> Json:
    part.only("amount", "quantity", "reference", "tax_behavior", "tax_code", "metadata")
    amount = amount_of(part)
    behaviour = part.choice("tax_behavior", ("exclusive", "inclusive"), "exclusive")
    id = new_id("tax_li")
    return {
        "id": id,
        "object": "tax.calculation_line_item",
        "amount": amount,
        "amount_tax": sum(_taxes(amount, rates, behaviour == "inclusive")),
        "livemode": False,
        "metadata": part.metadata() or None,
        "product": None,
        "quantity": part.number("quantity", 1),
        "reference": part.text("reference") or id,
        "tax_behavior": behaviour,
        "tax_code": part.text("tax_code") or "txcd_10000000",
    }


def _taxes(amount: int, rates: tuple[tuple[str, str], ...], inclusive: bool) -> list[int]:
    whole = sum((Decimal(rate) for _, rate in rates), Decimal(0))
    base = Decimal(amount) / (1 + whole / 100) if inclusive else Decimal(amount)
    return [int((base * Decimal(rate) / 100).quantize(Decimal(1), ROUND_HALF_UP)) for _, rate in rates]


def _breakdown(line: Json, rates: tuple[tuple[str, str], ...], address: Json) -> list[Json]:
    inclusive = line["tax_behavior"] == "inclusive"
    taxes = _taxes(line["amount"], rates, inclusive)
    taxable = line["amount"] - sum(taxes) if inclusive else line["amount"]
    found = [
        _tax(tax, kind, rate, inclusive, taxable, address)
        for tax, (kind, rate) in zip(taxes, rates, strict=True)
    ]
    return found or [_tax(0, None, "0.0", inclusive, 0, address)]


def _tax(amount: int, kind: str | None, rate: str, inclusive: bool, taxable: int, address: Json) -> Json:
    return {
        "amount": amount,
        "inclusive": inclusive,
        "tax_rate_details": {
            "country": address.get("country"),
            "flat_amount": None,
            "percentage_decimal": rate,
            "rate_type": "percentage" if kind else None,
            "state": address.get("state"),
            "tax_type": kind,
        },
        "taxability_reason": "standard_rated" if kind else "not_collecting",
        "taxable_amount": taxable,
    }
