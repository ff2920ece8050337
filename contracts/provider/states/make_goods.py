"""Provider state of make-goods: an operator, a game, and a viewer who lost a part of it."""

from __future__ import annotations

from typing import Any

from contracts.provider.environment import NOON, ProviderEnvironment
from contracts.provider.states.catalog import create_game_and_operator
from touchline.billing.domain.make_good.decisions import MakeGoodReason
from touchline.billing.domain.make_good.evidence import OutageSide
from touchline.billing.domain.make_good.make_goods import MakeGood
from touchline.billing.domain.make_good.policies import MakeGoodMethod
from touchline.shared.ids import OrderId
from touchline.shared.money import Money

POLICY = "  make_good: {mode: propose}\n"


def create_make_good(environment: ProviderEnvironment, api_key: str, email: str, event_id: int) -> None:
    """Create an operator, logged in with this key, and the proposal to pay 3.00 back: make-good 1."""
    environment.replace_in_pack("channel.yaml", "settings:\n", f"settings:\n{POLICY}")
    create_game_and_operator(environment, api_key, email, event_id)
    billing: Any = environment.application.container.billing
    with environment.open_channel() as (_, channel):
        account_id = channel.facade().find_account_id(email)
        billing.make_goods().add(
            MakeGood(
                event_id=event_id,
                event_name={"en": "Final"},
                account_id=account_id,
                order_id=OrderId(1),
                charge="pi_1",
                method=MakeGoodMethod.CREDIT,
                reason=MakeGoodReason.SHARE,
                side=OutageSide.VENUE,
                wanted_seconds=2400,
                lost_seconds=600,
                paid_for=Money(1200, "USD"),
                event_count=1,
                owed=Money(300, "USD"),
                is_capped=False,
                paid=Money(0, "USD"),
                created_at=NOON,
            )
        )


STATES: dict[str, Any] = {"an operator and a make-good": create_make_good}
