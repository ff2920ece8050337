"""The webhook events that operators must enter at Stripe match the events that we handle."""

from __future__ import annotations

import re

from adapters.payments.stripe_webhooks import EVENT_TYPES
from touchline.entrypoints.runner.programs import ROOT


def test_the_guide_lists_every_handled_event() -> None:
    page = (ROOT / "docs/how-to/accept-payments.md").read_text("utf-8")
    block = page.partition("and these events:")[2].partition("```text")[2].partition("```")[0]
    assert sorted(re.findall(r"\S+", block)) == sorted(EVENT_TYPES)
