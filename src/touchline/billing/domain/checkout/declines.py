"""Messages that tell cardholders why a card was declined. Clients translate each message by its code.

The codes are card network codes as Stripe spells them (https://docs.stripe.com/declines/codes). An adapter
for another provider maps its own codes to these. Unlisted codes, and codes that would help a thief (lost,
stolen, fraudulent), get `DECLINED`.
"""

from __future__ import annotations

from touchline.shared.error_messages import ErrorMessage

DECLINED = ErrorMessage("errors.card_declined", "Your card was declined.")
INSUFFICIENT_FUNDS = ErrorMessage("errors.insufficient_funds", "Your card has insufficient funds.")
LIMIT_REACHED = ErrorMessage("errors.card_limit_reached", "Your card has reached its limit.")
EXPIRED = ErrorMessage("errors.card_expired", "Your card has expired.")
INCORRECT_NUMBER = ErrorMessage("errors.incorrect_card_number", "Your card number is incorrect.")
INCORRECT_EXPIRY = ErrorMessage(
    "errors.incorrect_card_expiry", "Your card’s expiry date is incorrect. Check it and try again."
)
INCORRECT_SECURITY_CODE = ErrorMessage(
    "errors.incorrect_security_code", "Your card's security code is incorrect."
)
INCORRECT_POSTAL_CODE = ErrorMessage("errors.incorrect_postal_code", "Your card's postal code is incorrect.")
AUTHENTICATION_FAILED = ErrorMessage(
    "errors.authentication_failed",
    "Your bank could not confirm this payment. Please try again or use another card.",
)
NOT_SUPPORTED = ErrorMessage(
    "errors.card_not_supported", "Your card doesn’t support this type of purchase. Use another card."
)
TRY_AGAIN = ErrorMessage("errors.charge_failed", "Your card could not be charged. Please try again.")
NOT_COMPLETED = ErrorMessage("errors.payment_not_completed", "The payment was not completed.")
PAYMENT_TIMED_OUT = ErrorMessage("errors.payment_timed_out", "The payment was not completed in time.")
PAYMENT_REPLACED = ErrorMessage(
    "errors.payment_replaced", "This payment was replaced by a newer one for the same item."
)
INVALID_CARD = ErrorMessage("errors.card", "Please select one of your saved cards or enter new one")

ABANDONED, REPLACED, TIMED_OUT, REFUSED = "abandoned", "replaced", "timeout", "refused"

_MESSAGES = {
    ABANDONED: NOT_COMPLETED,
    REFUSED: INVALID_CARD,
    REPLACED: PAYMENT_REPLACED,
    TIMED_OUT: PAYMENT_TIMED_OUT,
    "authentication_required": AUTHENTICATION_FAILED,
    "card_not_supported": NOT_SUPPORTED,
    "card_velocity_exceeded": LIMIT_REACHED,
    "currency_not_supported": NOT_SUPPORTED,
    "expired_card": EXPIRED,
    "incorrect_cvc": INCORRECT_SECURITY_CODE,
    "incorrect_number": INCORRECT_NUMBER,
    "incorrect_zip": INCORRECT_POSTAL_CODE,
    "insufficient_funds": INSUFFICIENT_FUNDS,
    "invalid_cvc": INCORRECT_SECURITY_CODE,
    "invalid_expiry_month": INCORRECT_EXPIRY,
    "invalid_expiry_year": INCORRECT_EXPIRY,
    "invalid_number": INCORRECT_NUMBER,
    "issuer_not_available": TRY_AGAIN,
    "payment_intent_authentication_failure": AUTHENTICATION_FAILED,
    "processing_error": TRY_AGAIN,
    "reenter_transaction": TRY_AGAIN,
    "service_not_allowed": NOT_SUPPORTED,
    "setup_intent_authentication_failure": AUTHENTICATION_FAILED,
    "transaction_not_allowed": NOT_SUPPORTED,
    "try_again_later": TRY_AGAIN,
    "withdrawal_count_limit_exceeded": LIMIT_REACHED,
}

# Messages that all adapters share, for errors other than a declined card
PROVIDER_UNAVAILABLE = ErrorMessage(
    "errors.payments_unavailable", "The payment service is not responding. Please try again in a few minutes."
)
NOT_CHARGEABLE = ErrorMessage("errors.amount", "This amount cannot be paid by card.")
NOT_REFUNDABLE = "The refund is more than the remaining amount of this charge."
DISPUTED = "This charge is disputed. The bank decides what happens to the money."
INVALID_SIGNATURE = ErrorMessage("errors.signature", "This webhook was not sent by the payment provider.")

MESSAGES = (DECLINED, *sorted(set(_MESSAGES.values())))


def decline_message(code: str | None) -> ErrorMessage:
    """Return the message for the cardholder. `code` is the provider's decline code."""
    return _MESSAGES.get(code or "", DECLINED)


def error_code(failure_code: str | None) -> str:
    """Return the API's error code for the stored failure code of an order."""
    if failure_code is not None and failure_code.startswith("errors."):
        return failure_code
    return decline_message(failure_code).code
