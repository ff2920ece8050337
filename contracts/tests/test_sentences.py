"""What the server says to a viewer, the page says in the viewer's language."""

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
TRANSLATED = ROOT / "web/src/shared/http/sentences.ts"
SENTENCE = re.compile(r"[A-Z].* .*")
FOR_OPERATORS = {
    # The page counts on without a token, and shows nobody why.
    "This session id is not valid. Send 8 to 64 letters, digits, hyphens or underscores.",
    "You have no access to this video. Log in or buy access to report its views.",
    "That much is not left of this charge.",
    "This charge is disputed: the bank decides about its money.",
    "This notice is not from the payment service.",
    "It is quiet there now.",
    "The disk is full: there is no room for the video.",
    "The object storage is full: there is no room for the video.",
}


def said() -> Iterator[str]:
    """The sentences that domain, use cases and vendors' adapters keep under a name in capitals."""
    layers = (path for context in CONTEXTS for path in context.glob("*/*.py"))
    told = (path for path in layers if path.parent.name in ("domain", "application"))
    vendors = (path for folder in ADAPTERS for path in folder.glob("*.py"))
    for path in (*told, *vendors):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                value = node.value.value
                if isinstance(value, str) and SENTENCE.fullmatch(value):
                    yield value


def test_every_sentence_of_the_server_has_a_translation() -> None:
    page = TRANSLATED.read_text("utf-8")
    sentences = set(said()) - FOR_OPERATORS
    assert {"Incorrect password", "Wrong promo code", "Your card was declined."} <= sentences
    known = {one for one in sentences if one in page or re.sub(r"\d+$", "(", one).rstrip("(") in page}
    assert sentences - known == set()
