"""One-time payments: one PaymentIntent each."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

import stripe

from adapters.payments.stripe_amounts import to_stripe
from adapters.payments.stripe_charge_histories import ChargeHistory
from adapters.payments.stripe_client import PAGE_SIZE, StripeConnection, is_replayed
from adapters.payments.stripe_payment_states import CHANNEL_KEY, ORDER_KEY, build_intent_payment, get_metadata
from touchline.billing.domain.checkout.declines import decline_message
from touchline.billing.ports.payments import Payment, PaymentRequest, PaymentState

if TYPE_CHECKING:
    from stripe._request_options import RequestOptions
    from stripe.params._charge_list_params import ChargeListParams
    from stripe.params._payment_intent_create_params import PaymentIntentCreateParams

log = logging.getLogger(__name__)
_FINAL_STATE_CODES = ("payment_intent_unexpected_state", "setup_intent_unexpected_state")


class StripeCharges:
    """Creates, retrieves, confirms and cancels one-time payments."""

    def __init__(self, connection: StripeConnection) -> None:
        self._connection = connection

    def charge(self, payment_request: PaymentRequest) -> Payment:
        """Create and confirm a payment in one call. If the card is declined, the payment is canceled."""
        params, options = (
            _build_params(payment_request),
            self._connection.charge_options(payment_request.order, self._connection.timer()),
        )
        with self._connection.translate_errors("charge"):
            try:
                intent = self._create_intent(params, options)
            except stripe.CardError as error:
                return self._handle_decline(payment_request, error)
        if is_replayed(intent):
            return self.retrieve(intent.id)
        charge = intent.latest_charge
        return build_intent_payment(
            intent, [ChargeHistory(charge)] if isinstance(charge, stripe.Charge) else []
        )

    def retrieve(self, ref: str) -> Payment:
        """Return the current state of a payment."""
        with self._connection.translate_errors("payment"):
            return self._load_payment(self._connection.v1.payment_intents.retrieve(ref))

    def confirm_with_card(self, ref: str, card: str) -> Payment:
        """Confirm a payment again with another card, which replaces the card that requires authentication.

        Stripe charges a PaymentIntent at most once (https://docs.stripe.com/api/payment_intents/confirm).
        """
        with self._connection.translate_errors("pay with another card"):
            try:
                self._connection.v1.payment_intents.confirm(
                    ref, {"payment_method": card, "use_stripe_sdk": True}
                )
            except stripe.CardError:
                return self.cancel_unpaid(ref)
            except stripe.InvalidRequestError as error:
                if not is_final(error):
                    raise
        return self.retrieve(ref)

    def cancel_unpaid(self, ref: str) -> Payment:
        """Cancel a payment, unless it is paid or already canceled."""
        with self._connection.translate_errors("cancel a payment"):
            try:
                self._connection.v1.payment_intents.cancel(ref)
            except stripe.InvalidRequestError as error:
                if not is_final(error):
                    raise
        return self.retrieve(ref)

    def find(self, customer: str, order: str) -> Payment | None:
        """Return the customer's payment for an order, or None.

        The caller uses `StripeConnection.translate_errors`.
        """
        listed = self._connection.v1.payment_intents.list({"customer": customer, "limit": PAGE_SIZE})
        for intent in listed.auto_paging_iter():
            if get_metadata(intent.metadata, ORDER_KEY) == order:
                return self._load_payment(intent)
        return None

    def _load_payment(self, intent: stripe.PaymentIntent) -> Payment:
        listed = list_charges(self._connection, {"payment_intent": intent.id})
        return build_intent_payment(
            intent, build_charge_histories(self._connection, listed.auto_paging_iter())
        )

    def _create_intent(
        self, params: PaymentIntentCreateParams, options: RequestOptions
    ) -> stripe.PaymentIntent:
        if self._connection.can_read_fees:
            try:
                with_fee: PaymentIntentCreateParams = {
                    **params,
                    "expand": ["latest_charge.balance_transaction"],
                }
                return self._connection.v1.payment_intents.create(with_fee, options)
            except stripe.PermissionError:
                stop_reading_fees(self._connection)
        return self._connection.v1.payment_intents.create(params, options)

    def _handle_decline(self, payment_request: PaymentRequest, error: stripe.CardError) -> Payment:
        intent = error.error.payment_intent if error.error else None
        if intent is not None:
            return self.cancel_unpaid(intent.id)
        return self.find(payment_request.customer, payment_request.order) or build_declined_payment(
            payment_request.order, error
        )


def is_final(error: stripe.InvalidRequestError) -> bool:
    """Return whether the request came too late, because the payment is already paid or canceled."""
    return error.code in _FINAL_STATE_CODES


def list_charges(connection: StripeConnection, params: ChargeListParams) -> stripe.ListObject[stripe.Charge]:
    """List charges with their refunds and fees, newest first."""
    page: ChargeListParams = {**params, "limit": PAGE_SIZE, "expand": ["data.refunds"]}
    if connection.can_read_fees:
        try:
            return connection.v1.charges.list(
                {**page, "expand": ["data.refunds", "data.balance_transaction"]}
            )
        except stripe.PermissionError:
            stop_reading_fees(connection)
    return connection.v1.charges.list(page)


def stop_reading_fees(connection: StripeConnection) -> None:
    """Stop asking for fees, because the restricted key may not read balance transactions."""
    log.error("the Stripe key may not read balance transactions, so fees stay unknown")
    connection.can_read_fees = False


def build_charge_histories(
    connection: StripeConnection, charges: Iterable[stripe.Charge]
) -> list[ChargeHistory]:
    """Return charges with their refunds and disputes, oldest first.

    The input is in Stripe's order, newest first.
    """
    histories = [
        ChargeHistory(charge, _list_refunds(charge), _list_disputes(connection, charge)) for charge in charges
    ]
    histories.reverse()
    return sorted(histories, key=lambda history: history.charge.created)


def build_declined_payment(order: str, error: stripe.CardError) -> Payment:
    """Build the failed `Payment` for a card declined before a payment existed. Its `ref` is empty."""
    code = (error.error.decline_code if error.error else None) or error.code or "card_declined"
    return Payment(
        ref="",
        order=order,
        state=PaymentState.FAILED,
        failure_code=code,
        failure_message=decline_message(code),
    )


def build_metadata(payment_request: PaymentRequest) -> dict[str, str]:
    """Return the metadata of an object at Stripe.

    It is used to find the object and to match its webhook events.
    """
    return {CHANNEL_KEY: str(payment_request.channel_id), ORDER_KEY: payment_request.order}


def _build_params(payment_request: PaymentRequest) -> PaymentIntentCreateParams:
    amount, currency = to_stripe(payment_request.amount)
    return {
        "amount": amount,
        "currency": currency,
        "customer": payment_request.customer,
        "payment_method": payment_request.card,
        "description": payment_request.description,
        "metadata": build_metadata(payment_request),
        "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"},
        "confirm": True,
        "use_stripe_sdk": True,
        "expand": ["latest_charge"],
    }


def _list_refunds(charge: stripe.Charge) -> list[stripe.Refund]:
    return list(charge.refunds.auto_paging_iter()) if charge.refunds else []


def _list_disputes(connection: StripeConnection, charge: stripe.Charge) -> list[stripe.Dispute]:
    if not charge.disputed:
        return []
    return list(connection.v1.disputes.list({"charge": charge.id, "limit": PAGE_SIZE}).auto_paging_iter())
