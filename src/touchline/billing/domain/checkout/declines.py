"""Why a card was not charged, in sentences for its holder. Pages translate them by the sentence.

The codes are those of card networks as Stripe spells them (https://docs.stripe.com/declines/codes); another
provider's adapter maps its own to these. A code that is not here, and every one that would tell a thief
something (lost, stolen, fraudulent), reads `DECLINED`.
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
"""What every adapter says where it is not the card that was refused."""

MESSAGES = (DECLINED, *sorted(set(_MESSAGES.values())))


def decline_message(code: str | None) -> str:
    """What the holder of a card is told about a refusal; `code` is the provider's."""
    return _MESSAGES.get(code or "", DECLINED)
