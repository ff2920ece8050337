"""Schemas of revenue shares in the studio. Amounts are decimal strings; months look like `2026-11`."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.billing.domain.revenue_share.rules import PartyKind, ShareBasis
from touchline.platform.http.schemas import Instant, NormalizedString, nullable, required_text
from touchline.shared.strings import normalize

PARTY_KINDS = [kind.value for kind in PartyKind]
BASES = [basis.value for basis in ShareBasis]
MONTH = validate.Regexp(r"^[1-9][0-9]{3}-(0[1-9]|1[0-2])\Z")
_ID = validate.Range(1, 2**31 - 1)
_DECIMAL = validate.Regexp(r"^[0-9]{1,9}(\.[0-9]{1,3})?\Z")


class SharePartySchema(Schema):
    """A party that gets a share."""

    key = required_text()
    name = required_text()
    kind = fields.String(required=True, validate=validate.OneOf(PARTY_KINDS))
    participant_id = nullable(fields.Integer)
    group_id = nullable(fields.Integer)
    payout_account = nullable(fields.String)


class ShareTeamSchema(Schema):
    """A team whose games can be a party's."""

    id = fields.Integer(required=True)
    name = required_text()


class ShareSchoolSchema(Schema):
    """A school whose teams' games can be a party's."""

    id = fields.Integer(required=True)
    name = required_text()


class ShareRuleSchema(Schema):
    """A rule. It applies from its month on, until a later rule of the same party and basis."""

    party = required_text()
    basis = fields.String(required=True, validate=validate.OneOf(BASES))
    month = required_text()
    percent = required_text()
    amount = nullable(fields.String)
    currency = nullable(fields.String)


class SharePayoutSchema(Schema):
    """A payout."""

    status = fields.String(required=True, validate=validate.OneOf(["pending", "sent", "failed"]))
    ref = nullable(fields.String)
    sent_at = nullable(Instant)
    failure = nullable(fields.String)


class ShareLineSchema(Schema):
    """A party's share of one product."""

    basis = fields.String(required=True, validate=validate.OneOf(BASES))
    product_type = required_text()
    product_id = fields.Integer(required=True)
    product = required_text()
    rule_month = required_text()
    percent = required_text()
    net = required_text()
    share = required_text()


class PartyStatementSchema(Schema):
    """A party's statement in one currency."""

    key = required_text()
    name = required_text()
    kind = fields.String(required=True, validate=validate.OneOf(PARTY_KINDS))
    earned = required_text()
    carried = required_text()
    payable = required_text()
    carry_over = required_text()
    lines = fields.List(fields.Nested(ShareLineSchema), required=True)
    payout = fields.Nested(SharePayoutSchema, required=True, allow_none=True)


class CurrencyStatementsSchema(Schema):
    """The statements of a month in one currency, and the sums of the ledger."""

    currency = required_text()
    charges = required_text()
    refunds = required_text()
    disputes = required_text()
    taxes = required_text()
    fees = required_text()
    net = required_text()
    channel_share = required_text()
    parties = fields.List(fields.Nested(PartyStatementSchema), required=True)


class ShareMonthSchema(Schema):
    """The revenue shares of a month."""

    month = required_text()
    closed_at = nullable(Instant)
    pending = fields.Integer(required=True)
    currencies = fields.List(fields.Nested(CurrencyStatementsSchema), required=True)
    parties = fields.List(fields.Nested(SharePartySchema), required=True)
    rules = fields.List(fields.Nested(ShareRuleSchema), required=True)
    teams = fields.List(fields.Nested(ShareTeamSchema), required=True)
    schools = fields.List(fields.Nested(ShareSchoolSchema), required=True)
    next_month = nullable(fields.String)
    can_close = fields.Boolean(required=True)
    can_pay_out = fields.Boolean(required=True)


class ShareMonthArgsSchema(Schema):
    """The month; without it, the one to close next or the current one."""

    month = fields.String(load_default=None, validate=MONTH)


class SharePartyArgsSchema(Schema):
    """A party. A team or a school makes its games the party's; without both, all games are."""

    key = NormalizedString(normalize.name, required=True, validate=validate.Length(1, 80))
    name = NormalizedString(normalize.name, required=True, validate=validate.Length(1, 200))
    kind = fields.String(required=True, validate=validate.OneOf(PARTY_KINDS))
    participant_id = fields.Integer(load_default=None, allow_none=True, validate=_ID)
    group_id = fields.Integer(load_default=None, allow_none=True, validate=_ID)
    payout_account = NormalizedString(
        normalize.code, load_default=None, allow_none=True, validate=validate.Length(0, 80)
    )


class ShareRuleArgsSchema(Schema):
    """A new rule: `percent` of the basis, or `amount` for a fixed one in the channel's currency."""

    party = NormalizedString(normalize.name, required=True, validate=validate.Length(1, 80))
    basis = fields.String(required=True, validate=validate.OneOf(BASES))
    month = fields.String(required=True, validate=MONTH)
    percent = fields.String(load_default="0", validate=_DECIMAL)
    amount = fields.String(load_default="0", validate=_DECIMAL)


class SharePayoutArgsSchema(Schema):
    """The currency of the statement to pay out."""

    currency = fields.String(required=True, validate=validate.Regexp(r"^[A-Z]{3}\Z"))
