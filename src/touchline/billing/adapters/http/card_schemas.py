"""Answers of the calls about cards (api.md, "Billing")."""

from marshmallow import Schema, fields


class ClientSecretSchema(Schema):
    """The secret with which the viewer's browser saves a card at the provider, once."""

    client_secret = fields.String(required=True)


class CardSchema(Schema):
    """A saved card by what is printed on it; `exp_month` 1 to 12, `exp_year` with four digits."""

    id = fields.String(required=True)
    brand = fields.String(required=True)
    last4 = fields.String(required=True)
    exp_month = fields.Integer(required=True)
    exp_year = fields.Integer(required=True)
    is_default = fields.Boolean(required=True)


class PortalSchema(Schema):
    """The provider's own page for this viewer; the address is good for a few minutes."""

    url = fields.String(required=True)
