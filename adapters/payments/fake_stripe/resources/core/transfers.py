"""Transfers to connected accounts: https://docs.stripe.com/api/transfers."""

from __future__ import annotations

import re

from adapters.payments.fake_stripe.api.errors import invalid_request, resource_missing
from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.core.account import Account, new_id, public_view
from adapters.payments.fake_stripe.core.currencies import parse_amount, parse_currency
from adapters.payments.fake_stripe.resources.core.charges import add_balance_transaction

MISSING_ACCOUNT = "acct_missing"
"""A connected account that does not exist. All other account IDs exist."""
_ACCOUNT_ID = re.compile(r"acct_\w{4,}")


@routes.register("POST", "transfers")
def create(account: Account, params: Params) -> Json:
    """Transfer a part of the available balance to a connected account."""
    params.allow_only("amount", "currency", "destination", "description", "metadata", "transfer_group")
    currency, amount = parse_currency(params), parse_amount(params)
    if not amount:
        raise invalid_request("This value must be greater than or equal to 1.", None, "amount")
    destination = params.require_string("destination")
    if not _ACCOUNT_ID.fullmatch(destination) or destination == MISSING_ACCOUNT:
        raise resource_missing("account", destination, "destination")
    if amount > get_available(account, currency):
        raise invalid_request(
            "You have insufficient available funds in your Stripe account. Try adding funds directly to your "
            "available balance by creating Charges using the 4000000000000077 test card.",
            "balance_insufficient",
        )
    body: Json = {
        "id": new_id("tr"),
        "object": "transfer",
        "amount": amount,
        "amount_reversed": 0,
        "balance_transaction": None,
        "created": account.now(),
        "currency": currency,
        "description": params.get_string("description"),
        "destination": destination,
        "destination_payment": new_id("py"),
        "livemode": False,
        "metadata": params.get_metadata(),
        "reversals": {"object": "list", "data": [], "has_more": False, "url": ""},
        "reversed": False,
        "source_transaction": None,
        "source_type": "card",
        "transfer_group": params.get_string("transfer_group") or f"group_{new_id('tr')}",
        "_": {"owner": destination},
    }
    body["reversals"]["url"] = f"/v1/transfers/{body['id']}/reversals"
    body["balance_transaction"] = add_balance_transaction(account, "transfer", -amount, body, "transfer")
    return account.add(body, "transfer.created")


@routes.register("GET", "transfers")
def list_objects(account: Account, params: Params) -> Json:
    """List transfers, optionally by destination or group."""
    params.allow_only(*PAGING_PARAMS, "created", "destination", "transfer_group")
    destination, group = params.get_string("destination"), params.get_string("transfer_group")
    return list_page(account, "transfer", "/v1/transfers", params, owner=destination, transfer_group=group)


@routes.register("GET", "transfers/{id}")
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve a transfer."""
    params.allow_only()
    return account.get("transfer", id)


@routes.register("POST", "transfers/{id}/reversals")
def reverse(account: Account, params: Params, id: str) -> Json:
    """Return a transfer, or a part of it, to the balance."""
    params.allow_only("amount", "description", "metadata", "refund_application_fee")
    transfer = account.get("transfer", id)
    left = transfer["amount"] - transfer["amount_reversed"]
    amount = params.get_integer("amount", left) or 0
    if not 0 < amount <= left:
        raise invalid_request(
            f"Transfer reversal ({amount}) is greater than the amount of the transfer that is left ({left}).",
            None,
            "amount",
        )
    reversal: Json = {
        "id": new_id("trr"),
        "object": "transfer_reversal",
        "amount": amount,
        "balance_transaction": None,
        "created": account.now(),
        "currency": transfer["currency"],
        "destination_payment_refund": new_id("pyr"),
        "metadata": params.get_metadata(),
        "source_refund": None,
        "transfer": id,
        "_": {"owner": transfer["destination"]},
    }
    reversal["balance_transaction"] = add_balance_transaction(
        account, "transfer_refund", amount, reversal, "transfer_reversal"
    )
    account.update(
        transfer,
        "transfer.reversed",
        amount_reversed=transfer["amount_reversed"] + amount,
        reversed=amount == left,
        reversals=transfer["reversals"] | {"data": [public_view(reversal), *transfer["reversals"]["data"]]},
    )
    return account.add(reversal)


def get_available(account: Account, currency: str) -> int:
    """Return the available balance in a currency."""
    return sum(
        line["net"]
        for line in account.store.list_objects("balance_transaction")
        if line["currency"] == currency
    )
