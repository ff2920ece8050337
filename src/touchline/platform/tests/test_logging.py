"""Logging: no key, token or password appears in a log line."""

import json
import logging

import pytest

from touchline.platform.observability.logging import JsonFormatter, TextFormatter, configure
from touchline.shared.strings.scrubbing import redact


@pytest.mark.parametrize(
    "text",
    [
        "GET /api/events?api_key=tlk_0123456789abcdef&limit=3",
        '{"channel_key": "tck_0123456789abcdef"}',
        "Authorization: Bearer tlk_0123456789abcdef",
        "/media/1790000000.7.a.0123456789abcdef/master.m3u8",
        "password=0123456789abcdef",
        "Invalid key sk_live_0123456789abcdef: rk_test_0123456789abcdef",
        "signed with whsec_0123456789abcdef",
        "{'client_secret': 'pi_7_secret_0123456789abcdef'}",
        "Error opening output rtmp://127.0.0.1:19350/live/7-0123456789abcdef: refused",
    ],
)
def test_secrets_are_redacted(text: str) -> None:
    assert "0123456789abcdef" not in redact(text)


def test_both_formats_redact_messages_and_tracebacks() -> None:
    try:
        raise ValueError("api_key=tlk_0123456789abcdef")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, __file__, 1, "bad key %s", ("tlk_0123456789abcdef",), info)
    for formatter in (TextFormatter(), JsonFormatter()):
        assert "0123456789abcdef" not in formatter.format(record)


def test_user_input_adds_no_log_line_and_no_terminal_codes() -> None:
    forged = "2026-01-01T00:00:00Z info    touchline.access - all is well"
    try:
        raise ValueError(f"refused\n{forged}\x1b[2J")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    formatted = f"no such team: x\r\n{forged}\u2028{forged}\x9b2J"
    record = logging.LogRecord("x", logging.ERROR, __file__, 1, "%s", (formatted,), info)
    for formatter in (TextFormatter(), JsonFormatter()):
        first, *others = formatter.format(record).splitlines()
        assert forged in first
        assert all(line.startswith("    ") for line in others)
        assert not any(character in formatter.format(record) for character in "\r\x1b\x9b\u2028")


def test_a_json_line_has_its_fields() -> None:
    record = logging.LogRecord("touchline.access", logging.INFO, __file__, 1, "GET /", (), None)
    record.fields = {"status": 200}
    line = json.loads(JsonFormatter().format(record))
    assert (line["status"], line["logger"], line["message"]) == (200, "touchline.access", "GET /")


def test_urls_of_outgoing_requests_are_not_logged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [*root.handlers])
    monkeypatch.setattr(root, "level", root.level)
    library = logging.getLogger("urllib3")
    monkeypatch.setattr(library, "level", library.level)
    configure("text", "DEBUG")
    assert not logging.getLogger("urllib3.connectionpool").isEnabledFor(logging.WARNING)
    assert logging.getLogger("touchline.engagement").isEnabledFor(logging.DEBUG)
