"""Fixtures for the table: the season of context clips, and a viewer with every right."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.tests.adapters.conftest import fake_stripe as fake_stripe
from touchline.billing.tests.adapters.conftest import shared_application as shared_application
from touchline.billing.tests.adapters.conftest import shared_fake_stripe as shared_fake_stripe
from touchline.billing.tests.adapters.operator_terminal import buy_offer
from touchline.billing.tests.offer_samples import billing_part, package_entry
from touchline.channel.facade import ChannelDetails
from touchline.clips.tests.adapters.api.test_access_revocation import PlaybackScenario
from touchline.clips.tests.adapters.api.test_access_revocation import playback as playback
from touchline.clips.tests.adapters.conftest import anonymous as anonymous
from touchline.clips.tests.adapters.conftest import bea as bea
from touchline.clips.tests.adapters.conftest import cuts as cuts
from touchline.clips.tests.adapters.conftest import save as save
from touchline.clips.tests.adapters.conftest import scenario as scenario
from touchline.clips.tests.adapters.scenario import EVENTS, ClipScenario, build_event
from touchline.conftest import NOON, Visitor
from touchline.engagement.tests.adapters.conftest import push as push
from touchline.engagement.tests.fakes import FakePushSender
from touchline.entrypoints.tests.rights.table.revocations import REFUND_TYPES, Revocation
from touchline.entrypoints.tests.rights.table.scenario import EVENT_KEY, RightsScenario
from touchline.shared.tasks.jobs import Task

CAPABILITIES = ("clipping", "download_clip", "download")
SEASON_PASS = package_entry("season", capabilities=["watch", *CAPABILITIES])


@pytest.fixture
def ada(
    visitor: Visitor,
    scenario: ClipScenario,
    fake_stripe: FakeStripeServer,
    cuts: list[Task],
    revocation: Revocation,
) -> Visitor:
    """Return a viewer with a season pass.

    She pays through the payment fake if the revocation refunds her. Otherwise the order is inserted, which is
    faster.
    """
    viewer = visitor.register()
    if revocation in REFUND_TYPES:
        create_sale(scenario, fake_stripe)
        assert buy_offer(viewer, fake_stripe)["status"] == "paid"
    else:
        scenario.grant_pass(viewer, *CAPABILITIES)
    return viewer


def create_sale(scene: ClipScenario, fake_stripe: FakeStripeServer) -> None:
    """Put the season pass on sale. The fake signs its webhook events and keeps them for the test."""
    application = scene.application
    assert application.settings.stripe is not None
    fake_stripe.simulator.outbox.secret = application.settings.stripe.webhook_secret(
        application.container.secret()
    )
    fake_stripe.set_webhook_mode("never")
    with scene.transaction():
        ids = {"category": application.container.catalog.facade().list_ids_by_key("category")}
        application.container.billing.facade().apply_pack(billing_part(SEASON_PASS), ids)


@pytest.fixture
def rights_scenario(
    playback: PlaybackScenario,
    scenario: ClipScenario,
    ada: Visitor,
    visit: Callable[[ChannelDetails], Visitor],
    push: FakePushSender,
    fake_stripe: FakeStripeServer,
) -> RightsScenario:
    """Return Ada's session on her laptop and her phone. The rights belong to the phone."""
    scenario.apply([*EVENTS, build_event(EVENT_KEY, NOON + timedelta(hours=2))])
    scenario.add_recording("replay", segments=60)
    phone = visit(scenario.channel).log_in()
    phone_playback = PlaybackScenario(scenario, phone, playback.anonymous, playback.clip)
    return RightsScenario(phone_playback, ada, phone, visit(scenario.channel).browser, push, fake_stripe)
