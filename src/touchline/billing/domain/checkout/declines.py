"""Messages that tell cardholders why a card was declined. The pages translate each message by its text.

The codes are card network codes as Stripe spells them (https://docs.stripe.com/declines/codes). An adapter
for another provider maps its own codes to these. Unlisted codes, and codes that would help a thief (lost,
stolen, fraudulent), get `DECLINED`.
"""

from __future__ import annotations

DECLINED = "Your card was declined."
INSUFFICIENT_FUNDS = "Your card has insufficient funds."
LIMIT_REACHED = "Your card has reached its limit."
EXPIRED = "Your card has expired."
INCORRECT_NUMBER = "Your card number is incorrect."
INCORRECT_EXPIRY = "Your card's expiry date is incorrect."
INCORRECT_SECURITY_CODE = "Your card's security code is incorrect."
INCORRECT_POSTAL_CODE = "Your card's postal code is incorrect."
AUTHENTICATION_FAILED = "Your bank could not confirm this payment. Please try again or use another card."
NOT_SUPPORTED = "Your card does not support this kind of purchase."
TRY_AGAIN = "Your card could not be charged at the moment. Please try again."
NOT_COMPLETED = "The payment was not completed."

ABANDONED = "abandoned"

_MESSAGES = {
    ABANDONED: NOT_COMPLETED,
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

PROVIDER_UNAVAILABLE = "The payment service does not answer. Please try again in a few minutes."
INVALID_CARD = "Please select one of your saved cards or enter new one"
NOT_CHARGEABLE = "This price cannot be paid by card."
NOT_REFUNDABLE = "That much is not left of this charge."
DISPUTED = "This charge is disputed: the bank decides about its money."
INVALID_SIGNATURE = "This notice is not from the payment service."
"""The messages above that all adapters share, for errors other than a declined card."""

MESSAGES = (DECLINED, *sorted(set(_MESSAGES.values())))


def decline_message(code: str | None) -> str:
    """Return the message for the cardholder. `code` is the provider's decline code."""
    return _MESSAGES.get(code or "", DECLINED)
