"""A check of the payment provider for operators: keys, account and webhook events."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.billing.ports.payments import Payments, PaymentsUnavailableError, ProviderStatus


@dataclass(frozen=True)
class PaymentsCheck:
    """The result. `provider` is `off`, `fake` or `stripe`; `error` is the provider's own sentence, or ""."""

    provider: str
    status: ProviderStatus | None = None
    error: str = ""


class CheckPayments:
    """Query of the provider's state. Call it outside of a transaction."""

    def __init__(self, payments: Payments, provider: str) -> None:
        self._payments = payments
        self._provider = provider

    def __call__(self) -> PaymentsCheck:
        """Return the state, or the provider's error. With `off`, there is nothing to ask."""
        if self._provider == "off":
            return PaymentsCheck(self._provider)
        try:
            return PaymentsCheck(self._provider, self._payments.check())
        except PaymentsUnavailableError as error:
            return PaymentsCheck(self._provider, error=error.provider_message or error.message)
