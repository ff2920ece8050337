"""`touchline coupons …`: promo codes in addition to those of the channel's pack."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click
from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.cli.command_context import CommandContext, report_errors
from touchline.billing.adapters.cli.formatting import COUPON_COLUMNS, BillingFormatter
from touchline.billing.application.coupons.coupon_admin import CouponAdmin, CouponUsage, NewCoupon
from touchline.billing.container import BillingContainer
from touchline.platform.audit.declarations import changes, reads_nothing_personal
from touchline.platform.cli.commands import channel_option, json_option
from touchline.platform.cli.tables import print_table
from touchline.platform.config.settings import Settings
from touchline.shared.clock import Clock


class CouponCommandContext(CommandContext):
    """The channel of a command, with its promo codes."""

    @inject
    def __init__(
        self,
        slug: str | None,
        coupon_admin: CouponAdmin = Provide[BillingContainer.coupon_admin],
        settings: Settings = Provide[BillingContainer.settings],
        clock: Clock = Provide[BillingContainer.clock],
    ) -> None:
        super().__init__(slug)
        self.coupon_admin = coupon_admin
        self._formatter = BillingFormatter(self, clock, settings.renewal_grace_days)

    def print_coupons(self, usages: Sequence[CouponUsage], *, as_json: bool, is_single: bool = False) -> None:
        """Print promo codes. With `is_single`, the JSON output is one object instead of a list."""
        if as_json:
            serialized = [self._formatter.serialize_coupon(usage) for usage in usages]
            click.echo(json.dumps(serialized[0] if is_single else serialized, indent=2))
        else:
            print_table(COUPON_COLUMNS, (self._formatter.format_coupon(usage) for usage in usages))


@click.group("coupons")
def coupons() -> None:
    """Manage promo codes."""


@coupons.command("list")
@reads_nothing_personal
@channel_option
@json_option
def list_coupons(channel: str | None, as_json: bool) -> None:
    """List all promo codes and how often they were used."""
    context = CouponCommandContext(channel)
    with context.transaction():
        context.print_coupons(context.coupon_admin.list_all(), as_json=as_json)


@coupons.command("show")
@reads_nothing_personal
@click.argument("code", metavar="CODE")
@channel_option
@json_option
def show_coupon(code: str, channel: str | None, as_json: bool) -> None:
    """Show the promo code CODE."""
    context = CouponCommandContext(channel)
    with context.transaction():
        context.print_coupons([context.coupon_admin.get(code)], as_json=as_json, is_single=True)


@coupons.command("add")
@changes("coupon.add", "coupon", "code")
@click.argument("code", metavar="CODE")
@channel_option
@click.option("--percent", metavar="NUMBER", help="Discount in percent.")
@click.option("--amount", metavar="AMOUNT", help="Discount as an amount in the channel's currency.")
@click.option(
    "--product",
    "products",
    multiple=True,
    metavar="PRODUCT",
    help="Limit to event, package, subscription, or one product such as package:KEY; repeatable.",
)
@click.option("--max-redemptions", type=click.IntRange(1), help="Maximum number of uses.")
@click.option(
    "--max-redemptions-per-customer", type=click.IntRange(1), help="Maximum number of uses per viewer."
)
@click.option("--starts", metavar="DAY", help="First day, or day and time.")
@click.option("--ends", metavar="DAY", help="Last day, or day and time.")
@json_option
def add_coupon(
    code: str,
    channel: str | None,
    percent: str | None,
    amount: str | None,
    products: tuple[str, ...],
    max_redemptions: int | None,
    max_redemptions_per_customer: int | None,
    starts: str | None,
    ends: str | None,
    as_json: bool,
) -> None:
    """Add the promo code CODE.

    The discount applies to the price, not the service fee. For a subscription: to the first payment only.
    """
    context = CouponCommandContext(channel)
    new_coupon = NewCoupon(
        code=code,
        percent=percent,
        amount=amount,
        products=products,
        max_redemptions=max_redemptions,
        max_redemptions_per_customer=max_redemptions_per_customer,
        starts_at=context.parse_start(starts),
        ends_at=context.parse_end(ends),
    )
    with report_errors(), context.transaction():
        context.print_coupons([context.coupon_admin.add(new_coupon)], as_json=as_json, is_single=True)


@coupons.command("deactivate")
@changes("coupon.deactivate", "coupon", "code")
@click.argument("code", metavar="CODE")
@channel_option
@json_option
def deactivate_coupon(code: str, channel: str | None, as_json: bool) -> None:
    """Deactivate the promo code CODE. Orders that used it keep their price."""
    context = CouponCommandContext(channel)
    with context.transaction():
        stopped = context.coupon_admin.stop(code)
        context.print_coupons([stopped], as_json=as_json, is_single=True)
    if stopped.coupon.from_pack:
        click.echo(
            "This code is in the channel's pack. Remove it there, or the next apply adds it again.", err=True
        )
