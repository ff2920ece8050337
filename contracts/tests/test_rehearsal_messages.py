"""The terminal and the studio say the same about the steps of a rehearsal."""

from __future__ import annotations

import re
from pathlib import Path

from touchline.front.rehearsal import progress, rehearsal, site_client, step_messages
from touchline.front.rehearsal.rehearsal import StepMessage

TABLE = Path(__file__).parents[2] / "web/src/catalog/components/studio/rehearsal/stepMessages.ts"
SERVER_ONLY = {"refused"}
"""Codes whose text comes from elsewhere, such as a refusal."""


def read_web_texts() -> dict[str, str]:
    """Return the text of each code in the studio."""
    found = re.findall(
        r"^  (\w+): msg(?:`([^`]*)`|\(\{\s*message:\s*(['\"])(.*?)\3,?\s*\}\)),$",
        TABLE.read_text("utf-8"),
        re.M | re.S,
    )
    return {code: plain or text for code, plain, _, text in found}


def read_server_texts() -> dict[str, str]:
    """Return the template of each code on the server. The studio shows commands without quotes."""
    modules = (progress, rehearsal, site_client, step_messages)
    messages = (
        value for module in modules for value in vars(module).values() if isinstance(value, StepMessage)
    )
    return {message.code: message.template.replace("`", "") for message in messages}


def test_a_step_says_the_same_in_the_terminal_and_in_the_studio() -> None:
    server, web = read_server_texts(), read_web_texts()
    assert len(server) > 30
    assert {code: text for code, text in server.items() if code not in SERVER_ONLY} == web
