"""Customers of Stripe and their saved cards (port `Wallet`)."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import stripe

from adapters.payments.stripe_client import (
    PAGE_SIZE,
    StripeConnection,
    get_id,
    idempotency_options,
    invalid_card_error,
    is_missing,
    is_replayed,
)
from adapters.payments.stripe_payment_states import CHANNEL_KEY
from touchline.billing.ports.payments import Card, Payer

if TYPE_CHECKING:
    from stripe.params._customer_create_params import CustomerCreateParams

ACCOUNT_KEY = "account"
_LOCALES = {"en": "en", "fr": "fr"}


class StripeWallet:
    """Customers and cards. Each account in each channel has one customer."""

    def __init__(self, connection: StripeConnection) -> None:
        self._connection = connection

    def get_or_create_customer(self, payer: Payer) -> str:
        """Return the customer's ID.

        The same parameters give the same customer, unless it was deleted since.
        """
        params = build_customer_params(payer)
        params_hash = hashlib.sha256(json.dumps(params, sort_keys=True).encode()).hexdigest()[:16]
        key = f"customer-{payer.channel_id}-{payer.account_id}-{params_hash}"
        with self._connection.translate_errors("customer"):
            created = self._create_customer(params, key)
            while is_replayed(created) and self._is_deleted(created.id):
                key = f"{key[:200]}-{created.id}"
                created = self._create_customer(params, key)
            return created.id

    def delete_customer(self, customer: str) -> None:
        """Delete a customer with all cards. Stripe cancels the customer's subscriptions."""
        with self._connection.translate_errors("delete a customer"):
            try:
                self._connection.v1.customers.delete(customer)
            except stripe.InvalidRequestError as error:
                if not is_missing(error):
                    raise

    def create_setup_intent(self, customer: str) -> str:
        """Return the client secret of a SetupIntent for a card that may be charged off-session."""
        with self._connection.translate_errors("set up a card"):
            intent = self._connection.v1.setup_intents.create(
                {
                    "customer": customer,
                    "usage": "off_session",
                    "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"},
                }
            )
            return str(intent.client_secret)

    def list_cards(self, customer: str) -> list[Card]:
        """List the saved cards: the default first, then newest first."""
        with self._connection.translate_errors("cards"):
            default = self._get_default_payment_method(customer)
            listed = self._connection.v1.customers.payment_methods.list(
                customer, {"type": "card", "limit": PAGE_SIZE}
            )
            cards = [build_card(method, default) for method in listed.auto_paging_iter()]
        return sorted(cards, key=lambda card: not card.is_default)

    def get_card(self, customer: str, card_id: str) -> Card | None:
        """Return a card that is saved with this customer, or with no customer. None for any other."""
        with self._connection.translate_errors("card"):
            payment_method = self._connection.retrieve_card(card_id)
            if payment_method is None or get_id(payment_method.customer) not in (None, customer):
                return None
            return build_card(
                payment_method,
                self._get_default_payment_method(customer) if payment_method.customer else None,
            )

    def detach_card(self, customer: str, card_id: str) -> None:
        """Detach a card from its customer. Raises `CardRefusedError` if it is not this customer's card."""
        with self._connection.translate_errors("delete a card"):
            payment_method = self._connection.retrieve_card(card_id)
            if payment_method is None or get_id(payment_method.customer) != customer:
                raise invalid_card_error()
            self._connection.v1.payment_methods.detach(card_id)

    def create_portal_session(self, customer: str, return_url: str, language: str) -> str:
        """Return the URL of a customer portal session.

        The portal's features are configured in Stripe's Dashboard.
        """
        with self._connection.translate_errors("open the customer portal"):
            session = self._connection.v1.billing_portal.sessions.create(
                {"customer": customer, "return_url": return_url, "locale": _LOCALES.get(language, "auto")}
            )
            return session.url

    def _get_default_payment_method(self, customer: str) -> str | None:
        stripe_customer = self._connection.v1.customers.retrieve(customer)
        settings = getattr(stripe_customer, "invoice_settings", None)
        return get_id(settings.default_payment_method) if settings else None

    def _create_customer(self, params: CustomerCreateParams, key: str) -> stripe.Customer:
        return self._connection.retry_on_conflict(
            lambda: self._connection.v1.customers.create(params, idempotency_options(key))
        )

    def _is_deleted(self, customer: str) -> bool:
        return bool(getattr(self._connection.v1.customers.retrieve(customer), "deleted", False))


def build_customer_params(payer: Payer) -> CustomerCreateParams:
    """Return the parameters to create a customer.

    Empty strings are left out: Stripe would try to unset the parameter and refuse. Some identity providers
    give no name.
    """
    params: CustomerCreateParams = {
        "email": payer.email,
        "preferred_locales": [payer.language],
        "metadata": {CHANNEL_KEY: str(payer.channel_id), ACCOUNT_KEY: str(payer.account_id)},
    }
    if payer.name:
        params["name"] = payer.name
    return params


def build_card(method: stripe.PaymentMethod, default: str | None) -> Card:
    """Build a card as it may be shown. `default` is the ID of the customer's default PaymentMethod."""
    card = method.card
    if card is None:
        raise invalid_card_error()
    return Card(
        id=method.id,
        brand=card.brand,
        last4=str(card.last4),
        exp_month=card.exp_month,
        exp_year=card.exp_year,
        is_default=method.id == default,
        fingerprint=card.fingerprint,
    )
