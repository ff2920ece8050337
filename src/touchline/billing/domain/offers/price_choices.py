"""Prices that the viewer chooses: *pay what you can* for a game or a pass, and donations."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.money import Money

AMOUNT_OUT_OF_RANGE = ErrorMessage(
    "errors.amount_range", "Choose an amount from {minimum} to {maximum} {currency}."
)


@dataclass(frozen=True)
class PriceChoice:
    """The lowest and highest amount that a viewer may pay, and the amounts that the page suggests.

    With a minimum of zero, the viewer may pay nothing and needs no card.
    """

    minimum: Money
    maximum: Money
    suggested: tuple[Money, ...] = ()


class AmountOutOfRangeError(RefusedError):
    """The chosen amount is below the minimum or above the maximum, or is no amount in the currency."""

    def __init__(self, choice: PriceChoice) -> None:
        super().__init__(
            AMOUNT_OUT_OF_RANGE.with_params(
                minimum=choice.minimum.decimal,
                maximum=choice.maximum.decimal,
                currency=choice.minimum.currency,
            )
        )


def choose_amount(choice: PriceChoice, amount: str | None, usual: Money) -> Money:
    """Return the amount to charge: the chosen one, in major units, or the usual price without a choice.

    Raises `AmountOutOfRangeError`.
    """
    try:
        chosen = Money.parse(amount, usual.currency) if amount is not None else usual
    except (ValueError, OverflowError):
        raise AmountOutOfRangeError(choice) from None
    if usual.currency != choice.minimum.currency:
        raise AmountOutOfRangeError(choice)
    if not choice.minimum.minor <= chosen.minor <= choice.maximum.minor:
        raise AmountOutOfRangeError(choice)
    return chosen
