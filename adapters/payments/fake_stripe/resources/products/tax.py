"""Stripe Tax: the tax included in an amount or added to it, by the customer's location.

Rates come from a short table of countries, or of a country and a state. Elsewhere no tax is collected.

https://docs.stripe.com/api/tax/calculations
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from adapters.payments.fake_stripe.api.errors import invalid_request
from adapters.payments.fake_stripe.api.expansion import expandable_property
from adapters.payments.fake_stripe.api.pagination import build_list
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.core.account import Account, new_id
from adapters.payments.fake_stripe.core.currencies import parse_amount, parse_currency
from adapters.payments.fake_stripe.core.intervals import DAY

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


@routes.register("POST", "tax/calculations")
def create(account: Account, params: Params) -> Json:
    """Calculate the tax of each line, included or added (`tax_behavior`)."""
    params.allow_only("currency", "line_items", "customer", "customer_details")
    currency = parse_currency(params)
    details = _parse_customer_details(account, params)
    address = details["address"] or {}
    rates = RATES.get(f"{address.get('country')}-{address.get('state')}") or RATES.get(
        str(address.get("country")), ()
    )
    lines = [_build_line(part, rates) for part in params.get_nested_list("line_items")]
    if not lines:
        raise invalid_request("Missing required param: line_items.", "parameter_missing", "line_items")
    now = account.now()
    on_top = sum(line["amount_tax"] for line in lines if line["tax_behavior"] == "exclusive")
    id = new_id("taxcalc")
    body: Json = {
        "id": id,
        "object": "tax.calculation",
        "amount_total": sum(line["amount"] for line in lines) + on_top,
        "currency": currency,
        "customer": params.get_string("customer"),
        "customer_details": details,
        "expires_at": now + 90 * DAY,
        "livemode": False,
        "ship_from_details": None,
        "shipping_cost": None,
        "tax_amount_exclusive": on_top,
        "tax_amount_inclusive": sum(line["amount_tax"] for line in lines) - on_top,
        "tax_breakdown": [item for line in lines for item in _build_breakdown(line, rates, address)],
        "tax_date": now,
        "_": {"lines": lines},
    }
    return account.add(body)


@routes.register("GET", "tax/calculations/{id}")
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve a tax calculation."""
    params.allow_only()
    return account.get("tax.calculation", id)


@routes.register("GET", "tax/calculations/{id}/line_items")
def build_lines(account: Account, params: Params, id: str) -> Json:
    """List the line items of a tax calculation."""
    params.allow_only()
    found: Json = list_line_items(account, account.get("tax.calculation", id))
    return found


@expandable_property("tax.calculation", "line_items")
def list_line_items(account: Account, body: Json) -> Json:
    """Return the line items of a tax calculation, with the tax of each."""
    stored = account.get("tax.calculation", body["id"])
    return build_list(stored["_"]["lines"], f"/v1/tax/calculations/{body['id']}/line_items")


def _parse_customer_details(account: Account, params: Params) -> Json:
    part = params.get_nested("customer_details")
    part.allow_only("address", "address_source", "ip_address", "taxability_override")
    address: Json | None = None
    customer = params.get_string("customer")
    if customer:
        address = account.get("customer", customer, "customer")["address"]
    address_params = part.get_nested("address")
    address_params.allow_only(*ADDRESS)
    if address_params.values:
        address_params.require_string("country")
        address = {name: address_params.get_string(name) for name in ADDRESS}
    if not address and not part.get_string("ip_address"):
        message = "The tax calculation needs an address of the customer: customer_details[address]."
        raise invalid_request(message, "customer_tax_location_invalid", "customer_details[address]")
    return {
        "address": address,
        "address_source": part.get_choice("address_source", ("billing", "shipping")) if address else None,
        "ip_address": part.get_string("ip_address"),
        "tax_ids": [],
        "taxability_override": part.get_choice("taxability_override", ("none", "customer_exempt"), "none"),
    }


def _build_line(part: Params, rates: tuple[tuple[str, str], ...]) -> Json:
    part.allow_only("amount", "quantity", "reference", "tax_behavior", "tax_code", "metadata")
    amount = parse_amount(part)
    behavior = part.get_choice("tax_behavior", ("exclusive", "inclusive"), "exclusive")
    id = new_id("tax_li")
    return {
        "id": id,
        "object": "tax.calculation_line_item",
        "amount": amount,
        "amount_tax": sum(_calculate_taxes(amount, rates, behavior == "inclusive")),
        "livemode": False,
        "metadata": part.get_metadata() or None,
        "product": None,
        "quantity": part.get_integer("quantity", 1),
        "reference": part.get_string("reference") or id,
        "tax_behavior": behavior,
        "tax_code": part.get_string("tax_code") or "txcd_10000000",
    }


def _calculate_taxes(amount: int, rates: tuple[tuple[str, str], ...], inclusive: bool) -> list[int]:
    gross = sum((Decimal(rate) for _, rate in rates), Decimal(0))
    base = Decimal(amount) / (1 + gross / 100) if inclusive else Decimal(amount)
    return [int((base * Decimal(rate) / 100).quantize(Decimal(1), ROUND_HALF_UP)) for _, rate in rates]


def _build_breakdown(line: Json, rates: tuple[tuple[str, str], ...], address: Json) -> list[Json]:
    inclusive = line["tax_behavior"] == "inclusive"
    taxes = _calculate_taxes(line["amount"], rates, inclusive)
    taxable = line["amount"] - sum(taxes) if inclusive else line["amount"]
    breakdown = [
        _build_tax(tax, kind, rate, inclusive, taxable, address)
        for tax, (kind, rate) in zip(taxes, rates, strict=True)
    ]
    return breakdown or [_build_tax(0, None, "0.0", inclusive, 0, address)]


def _build_tax(
    amount: int, kind: str | None, rate: str, inclusive: bool, taxable: int, address: Json
) -> Json:
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
