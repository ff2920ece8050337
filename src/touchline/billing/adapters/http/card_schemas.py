"""Schemas of the card endpoints (api.md, "Billing")."""

from marshmallow import Schema, fields


class ClientSecretSchema(Schema):
    """Single-use client secret, with which the viewer's browser saves a card at the provider."""

    client_secret = fields.String(required=True)


class CardSchema(Schema):
    """Saved card. `exp_month` is 1 to 12, `exp_year` has four digits."""

    id = fields.String(required=True)
    brand = fields.String(required=True)
    last4 = fields.String(required=True)
    exp_month = fields.Integer(required=True)
    exp_year = fields.Integer(required=True)
    is_default = fields.Boolean(required=True)


class PortalSchema(Schema):
    """Customer portal of the payment provider. The URL is valid for a few minutes."""

    url = fields.String(required=True)
