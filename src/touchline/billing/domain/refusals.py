"""Why a card was not charged, in sentences for its holder. Pages translate them by the sentence.

The codes are those of card networks as Stripe spells them (https://docs.stripe.com/declines/codes); another
provider's adapter maps its own to these. A code that is not here, and every one that would tell a thief
something (lost, stolen, fraudulent), reads `DECLINED`.
"""

from __future__ import annotations

DECLINED = "Your card was declined."
FUNDS = "Your card has insufficient funds."
LIMIT = "Your card has reached its limit."
EXPIRED = "Your card has expired."
NUMBER = "Your card number is incorrect."
EXPIRY = "Your card's expiry date is incorrect."
SECURITY_CODE = "Your card's security code is incorrect."
POSTAL_CODE = "Your card's postal code is incorrect."
AUTHENTICATION = "Your bank could not confirm this payment. Please try again or use another card."
UNSUPPORTED = "Your card does not support this kind of purchase."
AGAIN = "Your card could not be charged at the moment. Please try again."
UNFINISHED = "The payment was not completed."

ABANDONED = "abandoned"

_SENTENCES = {
    ABANDONED: UNFINISHED,
    "authentication_required": AUTHENTICATION,
    "card_not_supported": UNSUPPORTED,
    "card_velocity_exceeded": LIMIT,
    "currency_not_supported": UNSUPPORTED,
    "expired_card": EXPIRED,
    "incorrect_cvc": SECURITY_CODE,
    "incorrect_number": NUMBER,
    "incorrect_zip": POSTAL_CODE,
    "insufficient_funds": FUNDS,
    "invalid_cvc": SECURITY_CODE,
    "invalid_expiry_month": EXPIRY,
    "invalid_expiry_year": EXPIRY,
    "invalid_number": NUMBER,
    "issuer_not_available": AGAIN,
    "payment_intent_authentication_failure": AUTHENTICATION,
    "processing_error": AGAIN,
    "reenter_transaction": AGAIN,
    "service_not_allowed": UNSUPPORTED,
    "setup_intent_authentication_failure": AUTHENTICATION,
    "transaction_not_allowed": UNSUPPORTED,
    "try_again_later": AGAIN,
    "withdrawal_count_limit_exceeded": LIMIT,
}

UNANSWERED = "The payment service does not answer. Please try again in a few minutes."
WRONG_CARD = "Please select one of your saved cards or enter new one"
NOT_CHARGEABLE = "This price cannot be paid by card."
NOT_LEFT = "That much is not left of this charge."
DISPUTED = "This charge is disputed: the bank decides about its money."
NOT_SIGNED = "This notice is not from the payment service."
"""What every adapter says where it is not the card that was refused."""

SENTENCES = (DECLINED, *sorted(set(_SENTENCES.values())))


def sentence(code: str | None) -> str:
    """What the holder of a card is told about a refusal; `code` is the provider's."""
    return _SENTENCES.get(code or "", DECLINED)
