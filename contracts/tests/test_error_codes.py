"""Every refusal of the API has a stable code, and the web app has a text for it in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from touchline.entrypoints.docs.error_codes import list_source_files, read_error_codes

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web/src"
WEB_MESSAGES = {
    WEB / "shared/http/errorMessages.ts": "ERROR_MESSAGES",
    WEB / "shared/http/liveErrorMessages.ts": "LIVE_ERROR_MESSAGES",
    WEB / "shared/http/moneyErrorMessages.ts": "MONEY_ERROR_MESSAGES",
}
WEB_ONLY = {"network", "timeout", "errors.user_not_found"}
"""Codes of failed connections, and a message of the specification that this server does not send."""
SITE_ONLY = {"errors.email_file_not_found", "errors.email_not_found", "errors.no_outbox"}
"""Codes of the outbox pages, which the web app does not call."""
CODES_WITH_TWO_MESSAGES = {"errors.api_key"}
"""The specification has two messages for these codes."""
REFUSALS = {
    "RefusedError", "ForbiddenError", "NotFoundError", "InvalidInputError", "RateLimitedError",
    "UnavailableError", "InProgressError", "InvalidApiKeyError", "InvalidCredentialError",
}  # fmt: skip
OPERATOR_CODE = re.compile(
    r"/cli/|/commands/|/packs/|/backups/|/runner/|/demo/|/withdrawals/|/operators/|/platform/db/|/moderation/"
    r"|/media/takedowns|/media/recordings|/media/live_streams|/live/|/consents|/events/change_schedule"
    r"|access_grants|coupon_admin|product_references|refund|form_request_queries|sql/|find_channel"
    r"|adapters/(mail|geo|ingest|storage)/|payments/stripe\.py|/platform/cli/|asset_store|processing_store"
)
"""Modules whose refusals only operators read, in a terminal or a log."""


@cache
def read_web_codes() -> set[str]:
    """Return the codes in the web app's tables."""
    tables = (
        path.read_text("utf-8").split(f"export const {name}")[1].split("\n}\n")[0]
        for path, name in WEB_MESSAGES.items()
    )
    return {
        quoted or plain
        for table in tables
        for quoted, plain in re.findall(r"^  (?:'([\w.]+)'|(\w+)):", table, re.M)
    }


def test_a_code_has_one_message() -> None:
    codes = {code for code, templates in read_error_codes().items() if len(templates) > 1}
    assert codes == CODES_WITH_TWO_MESSAGES


def test_codes_are_plain_words() -> None:
    codes = read_error_codes()
    assert len(codes) > 150
    assert [code for code in codes if not re.fullmatch(r"errors\.[a-z]+(_[a-z0-9]+)*", code)] == []


def test_every_code_has_a_text_in_the_web_app() -> None:
    assert set(read_error_codes()) - SITE_ONLY == read_web_codes() - WEB_ONLY


def find_plain_refusals() -> Iterator[str]:
    """Yield refusals with a plain text instead of an `ErrorMessage`."""
    for path in list_source_files():
        if OPERATOR_CODE.search(str(path)):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in REFUSALS:
                for argument in node.args[:1]:
                    texts = argument.values if isinstance(argument, ast.Dict) else [argument]
                    if any(is_plain_text(text) for text in texts):
                        yield f"{path.relative_to(ROOT)}:{node.lineno}"


def is_plain_text(node: ast.expr | None) -> bool:
    if isinstance(node, ast.List):
        return any(is_plain_text(item) for item in node.elts)
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def test_every_refusal_of_the_api_has_a_code() -> None:
    assert list(find_plain_refusals()) == []


@pytest.mark.parametrize("suffix", ["ts", "tsx"])
def test_the_web_app_acts_on_codes_and_not_on_sentences(suffix: str) -> None:
    sentences = {text for templates in read_error_codes().values() for text in templates if "{" not in text}
    pattern = re.compile(r"(?:===? |case |includes\()['\"]([^'\"\n]+)['\"]|['\"]([^'\"\n]+)['\"]:")
    compared_sentences = {
        f"{path.relative_to(ROOT)}: {text}"
        for path in WEB.rglob(f"*.{suffix}")
        if ".test." not in path.name
        for compared, key in pattern.findall(path.read_text("utf-8"))
        if (text := compared or key) in sentences
    }
    assert compared_sentences == set()
