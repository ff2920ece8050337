"""Rate limits against guessing promo codes and testing stolen cards.

A wrong code counts at every endpoint. The limits per IP address allow for many viewers behind one address.
"""

from touchline.billing.domain.coupons import INVALID_PROMO_CODE
from touchline.platform.http import limits

DECLINED_CARD = "declined card"

promo_code_limits = limits.combine(
    limits.rate_limit(
        "account",
        "throttle_promo_codes",
        limits.HOUR,
        name="promo-codes",
        outcomes=[INVALID_PROMO_CODE],
        required_field="promo_code",
    ),
    limits.rate_limit(
        "address",
        100,
        limits.HOUR,
        name="promo-codes",
        outcomes=[INVALID_PROMO_CODE],
        required_field="promo_code",
    ),
    limits.rate_limit(
        "channel",
        1000,
        limits.HOUR,
        name="promo-codes",
        outcomes=[INVALID_PROMO_CODE],
        required_field="promo_code",
    ),
)

declined_card_limits = limits.combine(
    limits.rate_limit(
        "account",
        "throttle_declined_cards",
        limits.HOUR,
        name="declined-cards",
        outcomes=[DECLINED_CARD],
    ),
    limits.rate_limit("address", 40, limits.HOUR, name="declined-cards", outcomes=[DECLINED_CARD]),
)


def count_decline(order: dict[str, object]) -> None:
    """Count an order whose payment the card's bank declined."""
    if order["status"] == "failed":
        limits.count_outcome(DECLINED_CARD)
