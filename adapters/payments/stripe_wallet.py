"""Customers of Stripe and their saved cards (port `Wallet`)."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import stripe

from adapters.payments.stripe_client import PAGE, Line, gone, name_of, once, replayed, wrong_card
from adapters.payments.stripe_states import CHANNEL
from touchline.billing.ports.payments import Card, Payer

if TYPE_CHECKING:
    from stripe.params._customer_create_params import CustomerCreateParams

ACCOUNT = "account"
_LOCALES = {"en": "en", "fr": "fr"}


class StripeWallet:
    """One customer for each channel and account."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def customer(self, payer: Payer) -> str:
        """The customer's name. Asked twice with the same words, it is the same one, unless it was deleted
        since."""
        params = params_of(payer)
        words = hashlib.sha256(json.dumps(params, sort_keys=True).encode()).hexdigest()[:16]
        key = f"customer-{payer.channel_id}-{payer.account_id}-{words}"
        with self._line.asking("customer"):
            made = self._made(params, key)
            while replayed(made) and self._deleted(made.id):
                key = f"{key[:200]}-{made.id}"
                made = self._made(params, key)
            return made.id

    def forget(self, customer: str) -> None:
        """Deleted with all cards; Stripe ends what was subscribed to."""
        with self._line.asking("forget a customer"):
            try:
                self._line.v1.customers.delete(customer)
            except stripe.InvalidRequestError as error:
                if not gone(error):
                    raise

    def setup(self, customer: str) -> str:
        """A SetupIntent's secret: the card is to be charged also when its holder is away."""
        with self._line.asking("set up a card"):
            intent = self._line.v1.setup_intents.create(
                {
                    "customer": customer,
                    "usage": "off_session",
                    "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"},
                }
            )
            return str(intent.client_secret)

    def cards(self, customer: str) -> list[Card]:
        """The saved ones, the default first, then the newest."""
        with self._line.asking("cards"):
            default = self._default(customer)
            listed = self._line.v1.customers.payment_methods.list(customer, {"type": "card", "limit": PAGE})
            found = [card_of(each, default) for each in listed.auto_paging_iter()]
        return sorted(found, key=lambda card: not card.is_default)

    def card(self, customer: str, card_id: str) -> Card | None:
        """One that is saved with this customer, or with nobody."""
        with self._line.asking("card"):
            found = self._line.card(card_id)
            if found is None or name_of(found.customer) not in (None, customer):
                return None
            return card_of(found, self._default(customer) if found.customer else None)

    def drop_card(self, customer: str, card_id: str) -> None:
        """Detached from its customer; `CardRefused` where it is another's."""
        with self._line.asking("drop a card"):
            found = self._line.card(card_id)
            if found is None or name_of(found.customer) != customer:
                raise wrong_card()
            self._line.v1.payment_methods.detach(card_id)

    def portal(self, customer: str, back: str, language: str) -> str:
        """A session of the customer portal. Which of its parts it shows is set in Stripe's dashboard."""
        with self._line.asking("open the portal"):
            session = self._line.v1.billing_portal.sessions.create(
                {"customer": customer, "return_url": back, "locale": _LOCALES.get(language, "auto")}
            )
            return session.url

    def _default(self, customer: str) -> str | None:
        found = self._line.v1.customers.retrieve(customer)
        settings = getattr(found, "invoice_settings", None)
        return name_of(settings.default_payment_method) if settings else None

    def _made(self, params: CustomerCreateParams, key: str) -> stripe.Customer:
        return self._line.patient(lambda: self._line.v1.customers.create(params, once(key)))

    def _deleted(self, customer: str) -> bool:
        return bool(getattr(self._line.v1.customers.retrieve(customer), "deleted", False))


def params_of(payer: Payer) -> CustomerCreateParams:
    """A customer as Stripe is asked for one. A text that is empty would ask it to unset something, which it
    refuses; some providers of identity tell no name."""
    params: CustomerCreateParams = {
        "email": payer.email,
        "preferred_locales": [payer.language],
        "metadata": {CHANNEL: str(payer.channel_id), ACCOUNT: str(payer.account_id)},
    }
    if payer.name:
        params["name"] = payer.name
    return params


def card_of(method: stripe.PaymentMethod, default: str | None) -> Card:
    """A card as it may be shown; `default` is the name of its customer's default."""
    card = method.card
    if card is None:
        raise wrong_card()
    return Card(
        id=method.id,
        brand=card.brand,
        last4=str(card.last4),
        exp_month=card.exp_month,
        exp_year=card.exp_year,
        is_default=method.id == default,
        fingerprint=card.fingerprint,
    )
