"""`touchline coupons …`: promo codes beside those of the channel's pack."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click
from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.cli.desk import Desk, told_plainly
from touchline.billing.adapters.cli.telling import CODE_COLUMNS, Telling
from touchline.billing.application.coupon_desk import CodeInUse, CouponDesk, NewCode
from touchline.platform.commands import channel_option, json_option
from touchline.platform.settings import Settings
from touchline.platform.tables import print_table
from touchline.shared.clock import Clock


class CodeDesk(Desk):
    """A channel with its promo codes."""

    @inject
    def __init__(
        self,
        slug: str | None,
        codes: CouponDesk = Provide["billing.desk.codes"],
        settings: Settings = Provide["settings"],
        clock: Clock = Provide["clock"],
    ) -> None:
        super().__init__(slug)
        self.codes = codes
        self._telling = Telling(self, clock, settings.renewal_grace_days)

    def print(self, found: Sequence[CodeInUse], *, as_json: bool, alone: bool = False) -> None:
        """Tell promo codes; `alone` one of them."""
        if as_json:
            told = [self._telling.code(one) for one in found]
            click.echo(json.dumps(told[0] if alone else told, indent=2))
        else:
            print_table(CODE_COLUMNS, (self._telling.code_row(one) for one in found))


@click.group("coupons")
def coupons() -> None:
    """Promo codes."""


@coupons.command("list")
@channel_option
@json_option
def list_codes(channel: str | None, as_json: bool) -> None:
    """List all promo codes with how often they were used."""
    desk = CodeDesk(channel)
    with desk.inside():
        desk.print(desk.codes.all(), as_json=as_json)


@coupons.command("show")
@click.argument("code", metavar="CODE")
@channel_option
@json_option
def show_code(code: str, channel: str | None, as_json: bool) -> None:
    """Show the promo code CODE."""
    desk = CodeDesk(channel)
    with desk.inside():
        desk.print([desk.codes.show(code)], as_json=as_json, alone=True)


@coupons.command("add")
@click.argument("code", metavar="CODE")
@channel_option
@click.option("--percent", metavar="NUMBER", help="Takes so many percent off the price.")
@click.option("--amount", metavar="AMOUNT", help="Takes so much off, in the channel's currency.")
@click.option(
    "--product",
    "products",
    multiple=True,
    metavar="PRODUCT",
    help="For this alone: event, package, subscription, or one such as package:KEY. Again for more.",
)
@click.option("--limit", type=click.IntRange(1), help="May be used so often in all.")
@click.option("--limit-each", type=click.IntRange(1), help="May be used so often by one viewer.")
@click.option("--starts", metavar="DAY", help="Good from this day, or this day and time.")
@click.option("--ends", metavar="DAY", help="Good to the end of this day, or to this day and time.")
@json_option
def add_code(
    code: str,
    channel: str | None,
    percent: str | None,
    amount: str | None,
    products: tuple[str, ...],
    limit: int | None,
    limit_each: int | None,
    starts: str | None,
    ends: str | None,
    as_json: bool,
) -> None:
    """Add the promo code CODE.

    It takes from the price, never from the service fee; of a subscription from the first payment.
    """
    desk = CodeDesk(channel)
    asked = NewCode(
        code=code,
        percent=percent,
        amount=amount,
        products=products,
        limit=limit,
        limit_each=limit_each,
        starts_at=desk.begin(starts),
        ends_at=desk.end(ends),
    )
    with told_plainly(), desk.inside():
        desk.print([desk.codes.add(asked)], as_json=as_json, alone=True)


@coupons.command("stop")
@click.argument("code", metavar="CODE")
@channel_option
@json_option
def stop_code(code: str, channel: str | None, as_json: bool) -> None:
    """Let nobody use the promo code CODE any more. Orders that used it keep their price."""
    desk = CodeDesk(channel)
    with desk.inside():
        stopped = desk.codes.stop(code)
        desk.print([stopped], as_json=as_json, alone=True)
    if stopped.coupon.of_pack:
        click.echo(
            "It is in the channel's pack: remove it there, or the next apply brings it back.", err=True
        )
