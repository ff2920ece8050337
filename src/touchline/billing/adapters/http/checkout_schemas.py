"""Bodies and headers of the checkout endpoints (api.md, "Billing")."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.vouchers.vouchers import MAX_MESSAGE, MAX_VOUCHERS
from touchline.platform.http.schemas import NormalizedString
from touchline.platform.http.validation_messages import EnumField
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.strings import normalize

_ID = validate.Range(1, 2**31 - 1)
_KEY = validate.Regexp(
    r"\A[A-Za-z0-9_-]{8,64}\Z",
    error=ErrorMessage(
        "errors.invalid_idempotency_key", "Use an idempotency key of 8 to 64 letters, digits, - or _."
    ),
)
_AMOUNT = validate.Regexp(
    r"\A[0-9]{1,9}(?:\.[0-9]{1,3})?\Z",
    error=ErrorMessage("errors.invalid_amount", "Enter an amount such as 10.74."),
)


def _payment_method_field(min_length: int | None = None) -> NormalizedString:
    """Return the field `payment_method`: the provider's ID of a new or saved card."""
    length = validate.Length(min_length, 255)
    return NormalizedString(
        normalize.token, data_key="payment_method", load_default=None, allow_none=True, validate=length
    )


class IdempotencyKeySchema(Schema):
    """Header `Idempotency-Key`. Requests with the same key return the same order."""

    key = fields.String(data_key="Idempotency-Key", load_default=None, validate=_KEY)


class GiftSchema(Schema):
    """Codes for other people instead of access for the buyer.

    With `email`, one code is sent to this address at `send_at` (null: at once). Without it, the buyer passes
    on the codes.
    """

    quantity = fields.Integer(load_default=1, validate=validate.Range(1, MAX_VOUCHERS))
    email = NormalizedString(
        normalize.email,
        load_default=None,
        allow_none=True,
        validate=[validate.Email(), validate.Length(max=254)],
    )
    recipient = NormalizedString(
        normalize.name, load_default=None, allow_none=True, validate=validate.Length(max=100)
    )
    message = NormalizedString(
        normalize.free_text, load_default=None, allow_none=True, validate=validate.Length(max=MAX_MESSAGE)
    )
    send_at = fields.AwareDateTime(load_default=None, allow_none=True)

    @validates_schema
    def validate_quantity(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse an email for more than one code."""
        if data["email"] and data["quantity"] != 1:
            raise ValidationError({"quantity": ["Only one code can be sent by email."]})


class BuySchema(Schema):
    """Body of `POST /stripe/buy`.

    `payment_method` is the provider's ID of a new or saved card; a free product needs none. `total` and
    `renewal` are the prices shown to the viewer. The purchase is refused if they differ. `amount` is the
    price that the viewer chose for an offer with a `price_choice`. Promo codes do not apply to it, nor to a
    `gift`.
    """

    kind = EnumField(ProductKind, required=True, data_key="type")
    id = fields.Integer(strict=False, load_default=None, allow_none=True, validate=_ID)
    package_id = fields.Integer(
        data_key="single_event_package_id", load_default=None, allow_none=True, validate=_ID
    )
    participant_id = fields.Integer(load_default=None, allow_none=True, validate=_ID)
    card = _payment_method_field()
    promo_code = NormalizedString(
        normalize.code, load_default=None, allow_none=True, validate=validate.Length(max=255)
    )
    total = fields.String(load_default=None, allow_none=True, validate=_AMOUNT)
    renewal = fields.String(load_default=None, allow_none=True, validate=_AMOUNT)
    amount = fields.String(load_default=None, allow_none=True, validate=_AMOUNT)
    gift = fields.Nested(GiftSchema, load_default=None, allow_none=True)


class PayOrderSchema(Schema):
    """Body of `POST /orders/{id}/pay`.

    `payment_method` replaces the card that awaits authentication; without it the order continues with the
    same card.
    """

    card = _payment_method_field(min_length=1)


class StartTrialSchema(Schema):
    """Body of `POST /stripe/subscription/start_trial`.

    `renewal` is the price shown to the viewer, charged after the trial and at each renewal. The request is
    refused if it differs.
    """

    id = fields.Integer(data_key="subscription_id", load_default=None, allow_none=True, validate=_ID)
    card = _payment_method_field()
    renewal = fields.String(load_default=None, allow_none=True, validate=_AMOUNT)
