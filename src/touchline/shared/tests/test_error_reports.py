"""Tests that no error report contains secrets or personal data."""

from __future__ import annotations

from time import thread_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from touchline.shared.error_reports import (
    MAX_MESSAGE,
    MAX_TRACEBACK,
    ErrorReport,
    report_from_exception,
    scrub_report,
)
from touchline.shared.strings.scrubbing import redact, scrub

SECRETS = (
    "tlk_0123456789abcdef",
    "sk_live_0123456789abcdef",
    "ada.moreau+games@mail.example.org",
    "ada%40example.org",
    "4242 4242 4242 4242",
    "4242-4242-4242-4242",
    "5555555555554444",
    "+1 (312) 555-0142",
    "203.0.113.77",
    "2001:db8::8a2e:370:7334",
    "2001:db8:0:0:8:8a2e:370:7334",
    "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl",
    "3f1c9a70b2d84e6f9a0c5d7e8b1f2a3c",
)
AROUND = st.text(st.sampled_from(" \n\t\"'<>()[]{},;|"), min_size=1, max_size=3)
HARMLESS_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("frame", ["{}", "was {} then", "'{}'", '{{"it": "{}"}}', "<{}>", "[{}]", "x={}"])
def test_secrets_are_redacted_anywhere(secret: str, frame: str) -> None:
    assert secret not in scrub(frame.format(secret))


@settings(deadline=None, max_examples=150)
@given(
    before=HARMLESS_TEXTS, left=AROUND, secret=st.sampled_from(SECRETS), right=AROUND, after=HARMLESS_TEXTS
)
def test_no_field_of_a_report_contains_a_secret(
    before: str, left: str, secret: str, right: str, after: str
) -> None:
    planted = f"{before}{left}{secret}{right}{after}"
    sent = scrub_report(
        ErrorReport("server", planted, planted, planted, planted, planted * 3, {"thing": planted, planted: 1})
    )
    assert secret not in repr(sent)


@pytest.mark.parametrize(
    ("text", "before_text"),
    [
        (
            "GET https://watch.example.org/watch/7?t=12&key=abc failed",
            "GET https://watch.example.org/watch/7?(hidden) failed",
        ),
        ("/auth/callback#access_token=abc", "/auth/callback#(hidden)"),
        ("https://ada:tumbling@example.org/x", "https://(hidden)@example.org/x"),
        ("Key (lower(email))=(Ada Moreau) already exists.", "Key (lower(email))=(hidden)"),
        ("Failing row contains (7, Ada, Moreau).", "Failing row contains (hidden)"),
        ("Cookie: a=b; c=d", "Cookie: (hidden)"),
        ('{"code": "123456"}', '{"code": "(hidden)"}'),
        ("/media/1790.7.a.b/master.m3u8", "/media/(token)/master.m3u8"),
    ],
    ids=["query", "fragment", "log-in", "key", "row", "cookie", "code", "media"],
)
def test_personal_data_is_scrubbed_and_the_rest_stays(text: str, before_text: str) -> None:
    assert scrub(text) == before_text


@pytest.mark.parametrize(
    "text",
    [
        "{'password': 'tumbling'}",
        '{"access_token": "tumbling"}',
        "client_secret=tumbling",
        "new_password=tumbling&next=1",
        'apiKey: "tumbling"',
        "x-api-key: tumbling",
        "Basic dXNlcjp0dW1ibGluZw==",
        '"password": "two tumbling words"',
        '"password": "an escaped \\" and tumbling"',
        '{\\"password\\": \\"two tumbling words\\"}',
        '"password": "it is cut off, tumbling',
        "postgresql://u:tumbl/tumbling@h/db",
        "postgresql://u:a@tumbling@h/db",
    ],
    ids=[
        "repr",
        "json",
        "field",
        "form",
        "javascript",
        "header",
        "basic",
        "words",
        "escaped",
        "nested",
        "cut",
        "slash",
        "at",
    ],
)
def test_a_named_secret_is_redacted_in_every_notation(text: str) -> None:
    for cleaned in (redact(text), scrub(text)):
        assert "tumbling" not in cleaned
        assert "dXNlcj" not in cleaned


@pytest.mark.parametrize("report", ["Failing row contains (7, {}).", "Key (name)=({}) already exists."])
def test_a_multiline_row_is_redacted_completely(report: str) -> None:
    message = "(psycopg.errors.X) refused\nDETAIL:  " + report.format("Ada,\nmy private line, tumbling")
    text = f"{message}\n[SQL: COMMIT]\n\nThe above exception was the cause"
    for cleaned in (redact(text), scrub(text), scrub(message), redact(f"{message}\n\nDuring handling")):
        assert "private" not in cleaned
        assert "tumbling" not in cleaned
    assert redact(text).endswith("\n[SQL: COMMIT]\n\nThe above exception was the cause")


@pytest.mark.parametrize(
    "text",
    [
        'File "/srv/touchline/src/touchline/platform/http/requests.py", line 97, in leave',
        "KeyError: 'event_id' at 12:30:45 in HTTP 404",
        "render@https://watch.example.org/assets/index-Bx3.js:12:345",
        "What? No event.",
        "The basic authentication of http://watch.example.org:8000/@7",
    ],
    ids=["frame", "error", "firefox", "words", "port"],
)
def test_useful_details_stay(text: str) -> None:
    assert scrub(text) == text


def test_a_report_is_short_and_cannot_forge_log_lines() -> None:
    sent = scrub_report(
        ErrorReport(
            "browser", "k", "a\r\n2026 error b" + "c" * 9000, "no id\n", "/w\n", "d\n" * 30_000, {"n": 7}
        )
    )
    assert sent.message.startswith("a 2026 error bccc")
    assert (len(sent.message), len(sent.traceback)) == (MAX_MESSAGE, MAX_TRACEBACK)
    assert (sent.request_id, sent.location, sent.details) == ("", "/w", {"n": 7})


class UnprintableError(Exception):
    """An error that raises another error when it is converted to text."""

    def __str__(self) -> str:
        raise LookupError("no words")


def test_an_unprintable_error_is_reported_by_its_class() -> None:
    try:
        raise UnprintableError
    except UnprintableError as error:
        report = report_from_exception(error, "server")
    assert (report.kind, report.message) == ("UnprintableError", "(no message: LookupError)")
    assert "raise UnprintableError" in report.traceback


@settings(deadline=None, max_examples=20)
@example("a" * 20_000)
@example("a1-" * 6_000)
@example("4242 " * 4_000)
@example("?" * 20_000)
@example("x#" * 10_000)
@example("::1:" * 5_000)
@example("/media" * 3_000)
@example("+1" * 10_000)
@example("token" * 4_000)
@example("password-" * 2_000 + "=")
@example('secret="' * 2_500)
@example("://a:" * 4_000)
@example("://a:b" + "@" * 15_000)
@example(")=(\n" * 5_000)
@example("\n\nThe abov" * 2_000 + ")=(")
@example("basic " * 3_000)
@example("a.b" * 6_000 + "@")
@given(st.text(max_size=50))
def test_scrubbing_takes_linear_time(text: str) -> None:
    started_at = thread_time()
    assert redact(scrub(text)) == scrub(text)
    assert thread_time() - started_at < 0.5, "CPU seconds of this thread"
