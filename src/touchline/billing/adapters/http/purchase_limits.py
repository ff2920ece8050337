"""Rate limits against guessing promo codes, testing stolen cards and collecting free trials.

A wrong code and a declined card count at every endpoint. Only an account is refused. Many viewers can share
one address, and a channel's limit concerns everybody: beyond these, a call needs a robot check instead.
"""

from touchline.billing.application.checkout.suspicions import (
    DECLINED_CARDS_OF_CHANNEL,
    WRONG_PROMO_CODES_OF_CHANNEL,
)
from touchline.billing.domain.coupons import INVALID_PROMO_CODE
from touchline.platform.http import limits

DECLINED_CARD = "declined card"
_DECLINES_BEFORE_CHECK = 3
_DECLINES_OF_ADDRESS = 10
_WRONG_CODES_OF_ADDRESS = 30
_TRIALS_OF_ADDRESS = 5
_PAYMENTS_IN_10_SECONDS = 6

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
        _WRONG_CODES_OF_ADDRESS,
        limits.HOUR,
        name="promo-codes",
        outcomes=[INVALID_PROMO_CODE],
        required_field="promo_code",
        robot_check=True,
    ),
    limits.rate_limit(
        "channel",
        WRONG_PROMO_CODES_OF_CHANNEL.times,
        WRONG_PROMO_CODES_OF_CHANNEL.seconds,
        name="promo-codes",
        outcomes=[INVALID_PROMO_CODE],
        required_field="promo_code",
        robot_check=True,
    ),
)

declined_card_limits = limits.combine(
    limits.rate_limit("account", _PAYMENTS_IN_10_SECONDS, 10 * limits.SECOND, name="payments"),
    limits.rate_limit(
        "account",
        "throttle_declined_cards",
        limits.HOUR,
        name="declined-cards",
        outcomes=[DECLINED_CARD],
    ),
    limits.rate_limit(
        "account",
        _DECLINES_BEFORE_CHECK,
        limits.HOUR,
        name="first-declined-cards",
        outcomes=[DECLINED_CARD],
        robot_check=True,
    ),
    limits.rate_limit(
        "address",
        _DECLINES_OF_ADDRESS,
        limits.HOUR,
        name="declined-cards",
        outcomes=[DECLINED_CARD],
        robot_check=True,
    ),
    limits.rate_limit(
        "channel",
        DECLINED_CARDS_OF_CHANNEL.times,
        DECLINED_CARDS_OF_CHANNEL.seconds,
        name="declined-cards",
        outcomes=[DECLINED_CARD],
        robot_check=True,
    ),
)

trial_limit = limits.rate_limit("address", _TRIALS_OF_ADDRESS, limits.HOUR, name="trials", robot_check=True)


def count_decline(order: dict[str, object]) -> None:
    """Count an order whose payment the card's bank declined."""
    if order["status"] == "failed":
        limits.count_outcome(DECLINED_CARD)
