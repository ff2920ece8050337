"""The page translates the server's messages to the viewer's language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONTEXTS = tuple(
    ROOT / "src/touchline" / name for name in ("channel", "billing", "clips", "engagement", "analytics")
)
ADAPTERS = (ROOT / "adapters/payments", ROOT / "adapters/push", ROOT / "adapters/storage")
WEB_MESSAGES = ROOT / "web/src/shared/http/serverMessages.ts"
MESSAGE_PATTERN = re.compile(r"[A-Z].* .*")
OPERATOR_MESSAGES = {
    # The page continues without a token, and shows this to nobody.
    "This session id is not valid. Send 8 to 64 letters, digits, hyphens or underscores.",
    "You have no access to this video. Log in or buy access to report its views.",
    "That much is not left of this charge.",
    "This charge is disputed: the bank decides about its money.",
    "This notice is not from the payment service.",
    "It is quiet there now.",
    "The disk is full. Free some space for the video.",
    "The object storage is full. Free some space for the video.",
}


def find_server_messages() -> Iterator[str]:
    """Yield the messages that domain, use cases and adapters keep in constants."""
    layers = (context / layer for context in CONTEXTS for layer in ("domain", "application"))
    layer_files = (path for layer in layers for path in layer.rglob("*.py"))
    adapter_files = (path for folder in ADAPTERS for path in folder.glob("*.py"))
    for path in (*layer_files, *adapter_files):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                value = node.value.value
                if isinstance(value, str) and MESSAGE_PATTERN.fullmatch(value):
                    yield value


def test_every_server_message_has_a_translation() -> None:
    page = WEB_MESSAGES.read_text("utf-8")
    server_messages = set(find_server_messages()) - OPERATOR_MESSAGES
    assert {"Incorrect password", "Wrong promo code", "Your card was declined."} <= server_messages
    translated = {
        one for one in server_messages if one in page or re.sub(r"\d+$", "(", one).rstrip("(") in page
    }
    assert server_messages - translated == set()
