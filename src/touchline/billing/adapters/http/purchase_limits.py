"""Rate limits against guessing promo codes, testing stolen cards and collecting free trials.

A wrong code and a declined card count at every endpoint. Only an account is refused. Many viewers can share
one address, and a channel's limit concerns everybody: beyond these, a call needs a robot check instead.
"""

from touchline.billing.application.checkout.purchases import TRIAL_USED
from touchline.billing.application.checkout.suspicions import (
    DECLINED_CARDS_OF_CHANNEL,
    REPEATED_TRIALS_OF_CHANNEL,
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
_SAVED_CARDS_BEFORE_CHECK = 5
_SAVED_CARDS_OF_ADDRESS = 30

promo_code_limits = limits.combine(
    # Outcomes are counted after a call. This bounds the calls that run at once.
    limits.rate_limit(
        "account",
        "throttle_promo_codes",
        10 * limits.SECOND,
        name="promo-code-calls",
        required_field="promo_code",
    ),
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

trial_limits = limits.combine(
    limits.rate_limit("address", _TRIALS_OF_ADDRESS, limits.HOUR, name="trials", robot_check=True),
    limits.rate_limit(
        "channel",
        REPEATED_TRIALS_OF_CHANNEL.times,
        REPEATED_TRIALS_OF_CHANNEL.seconds,
        name="repeated-trials",
        outcomes=[TRIAL_USED],
        robot_check=True,
    ),
)

saved_card_limits = limits.combine(
    limits.rate_limit("account", 20, limits.HOUR, name="saved-cards"),
    limits.rate_limit(
        "account", _SAVED_CARDS_BEFORE_CHECK, limits.HOUR, name="first-saved-cards", robot_check=True
    ),
    limits.rate_limit("address", _SAVED_CARDS_OF_ADDRESS, limits.HOUR, name="saved-cards", robot_check=True),
)
"""The provider declines a saved card in the viewer's browser, so each request to save one counts."""


def count_decline(order: dict[str, object]) -> None:
    """Count an order whose payment the card's bank declined."""
    if order["status"] == "failed":
        limits.count_outcome(DECLINED_CARD)
