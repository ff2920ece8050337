"""The receiver in `docs/how-to/webhooks.md` reads what Touchline sends."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from touchline.channel.domain.webhook_endpoints.messages import WebhookType
from touchline.channel.domain.webhook_endpoints.signatures import create_secret, sign

GUIDE = Path(__file__).parents[6] / "docs/how-to/webhooks.md"
BODY = b'{"type":"ping"}'
ReadWebhook = Callable[[str, Any, bytes], dict[str, object]]


@pytest.fixture
def read_webhook() -> ReadWebhook:
    """Return the function of the guide."""
    found = re.search(r'```python title="receiver.py"\n(.*?)```', GUIDE.read_text("utf-8"), re.DOTALL)
    assert found
    namespace: dict[str, Any] = {}
    exec(found[1], namespace)  # noqa: S102
    read: ReadWebhook = namespace["read_webhook"]
    return read


def test_the_receiver_accepts_signed_requests_and_both_secrets(read_webhook: ReadWebhook) -> None:
    new, old = create_secret(), create_secret()
    headers = sign([new, old], "msg_1", int(time.time()), BODY)
    assert read_webhook(new, headers, BODY) == read_webhook(old, headers, BODY) == {"type": "ping"}


def test_the_receiver_refuses_forged_and_old_requests(read_webhook: ReadWebhook) -> None:
    secret = create_secret()
    with pytest.raises(ValueError, match="wrong"):
        read_webhook(create_secret(), sign([secret], "msg_1", int(time.time()), BODY), BODY)
    with pytest.raises(ValueError, match="wrong"):
        read_webhook(secret, sign([secret], "msg_1", int(time.time()), BODY), b"{}")
    with pytest.raises(ValueError, match="too old"):
        read_webhook(secret, sign([secret], "msg_1", int(time.time()) - 301, BODY), BODY)


def test_the_guide_lists_every_type() -> None:
    listed = re.findall(r"^\| `(\w+(?:\.\w+)?)` \|", GUIDE.read_text("utf-8"), re.MULTILINE)
    assert {kind.value for kind in WebhookType} <= set(listed)
