"""Every constant of the specification (product.md §9) is defined once on each side.

`LOCATIONS` says where. A number elsewhere that looks like a constant is a second copy, unless its line is
listed as allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = "web/src/shared/constants.ts"
LOCATIONS = {
    "K01": [(PAGE, "REQUEST_TIMEOUT_MS = 30_000")],
    "K02": [(PAGE, "ANALYTICS_TIMEOUT_MS = 30_000")],
    "K03": [(PAGE, "RETRY_DELAY_MS = 1_000")],
    "K04": [
        (PAGE, "ORDER_POLL_MS = 2_000"),
        (
            "src/touchline/billing/application/checkout/order_sync_requests.py",
            "POLL_INTERVAL = timedelta(seconds=2)",
        ),
    ],
    "K05": [(PAGE, "ANALYTICS_SESSION_LIFETIME_MS = 24 * HOUR_MS")],
    "K06": [(PAGE, "OUTER_TRACKING_LIFETIME_MS = 3 * HOUR_MS")],
    "K07": [(PAGE, "RELOAD_LOCK_MS = 60_000")],
    "K08": [
        (PAGE, "STORED_VALUES_LIFETIME_MS = 360 * DAY_MS"),
        ("src/touchline/channel/domain/site/keys.py", "VIEWER_LIFETIME = timedelta(days=360)"),
    ],
    "K09": [(PAGE, "STORE_PERSISTENCE_TIMEOUT_MS = 60_000")],
    "K10": [
        (PAGE, "PREROLL_CACHE_MS = 3_600_000"),
        ("src/touchline/shared/defaults.py", "PREROLL_MINUTES = 60"),
    ],
    "K11": [(PAGE, "MINUTE_MS = 60_000"), (PAGE, "HOUR_MS = 3_600_000")],
    "K12": [(PAGE, "TOAST_MS = 5_000")],
    "K13": [
        ("web/src/catalog/listsApi.ts", "SEARCH_SIZE = 10"),
        ("src/touchline/catalog/adapters/http/arguments.py", "limit=10,"),
    ],
    "K14": [(PAGE, "RAIL_SCROLL_MS = 5_000")],
    "K15": [(PAGE, "RAIL_CARD_WIDTH = { min: 280, max: 380 }")],
    "K16": [(PAGE, "CHUNK_LOAD_TIMEOUT_MS = 120_000")],
    "K17": [(PAGE, "DEFAULT_CURRENCY = 'USD'"), ("src/touchline/shared/defaults.py", 'CURRENCY = "USD"')],
    "K18": [(PAGE, "DEFAULT_LANGUAGE = 'en'"), ("src/touchline/shared/defaults.py", 'LANGUAGE = "en"')],
    "K19": [(PAGE, "EARLIEST_DAY = '2022-08-01'")],
    "K20": [
        ("web/src/clips/timeline.ts", "MAX_CLIP_SECONDS = 300"),
        ("src/touchline/clips/domain/clip.py", "MAX_DURATION_MS = 300_000"),
    ],
    "K21": [("src/touchline/billing/domain/renewals/billing_periods.py", "_MONTH = timedelta(days=30)")],
    "K24": [("src/touchline/shared/defaults.py", "CONTACT_DAYS = 5")],
    "K25": [(PAGE, "'body-text': [5, 10, 20, 50, 70, 95],")],
}
CONSTANT_PATTERNS = {
    "web/src": re.compile(
        r"(?:= |: )(?:30_?000|60_?000|3_?600_?000|86_?400_?000|5_?000|2_?000|120_?000)\b(?! ms)"
        r"|2022-08-01|'USD'|\b(?:280|380)px"
    ),
    "src/touchline": re.compile(r'"USD"|= "en"$|2022-08-01|days=360|contact_days\w*[^\n]*\b5\b'),
}
ALLOWED_COPIES = {
    ("web/src/analytics/ErrorReporter.ts", "MAX_STACK_LENGTH = 2_000"),  # characters of a report
    ("web/src/analytics/components/reports/Reports.css", "min-width: 280px"),  # a column of numbers
    ("web/src/app/useNavigationFocus.ts", "HEADING_WAIT_MS = 5_000"),  # waiting for a heading
    (
        "web/src/catalog/components/watch/EventPlayer.tsx",
        "LIVE_POLL_MS = 60_000",
    ),  # how often a live page is polled
    (
        "web/src/catalog/components/watch/SimulationPlayer.tsx",
        "WAITING_POLL_MS = 5_000",
    ),  # a simulated live stream that is about to start
    (
        "web/src/catalog/screens/Schedule.tsx",
        "LIVE_REFRESH_MS = 30_000",
    ),  # how often a list of live games is polled
    (
        "web/src/catalog/screens/studio/Today.tsx",
        "REFRESH_MS = 30_000",
    ),  # how often the page of today is polled
    # how often the picker of a multi-view and its pictures are polled, and how it divides the bandwidth
    ("web/src/catalog/components/multiview/GamePicker.tsx", "REFRESH_MS = 30_000"),
    ("web/src/catalog/components/multiview/Tile.tsx", "LIVE_POLL_MS = 60_000"),
    ("web/src/shared/player/tile/SharedConnection.ts", "INTERVAL_MS = 2_000"),
    ("web/src/shared/player/tile/SharedConnection.ts", "QUIET_MS = 30_000"),
    # a phone camera: time between keyframes, how often the quality is decided, and how long a chunk may take
    ("web/src/catalog/camera/Recorder.ts", "KEYFRAME_INTERVAL_MS = 2000"),
    ("web/src/catalog/stores/camera/CameraStore.ts", "ADAPT_INTERVAL_MS = 2000"),
    ("web/src/catalog/stores/camera/ChunkSender.ts", "MAX_TIMEOUT_MS = 30_000"),
    # when captions of a live event are recent
    ("web/src/catalog/components/studio/schedule/LiveCaptionsPanel.tsx", "RECENT_MS = 60_000"),
    ("web/src/shared/player/cast/GoogleCast.ts", "RENEW_AHEAD_MS = 120_000"),  # before a signature expires
    # how often the timeline of a live event is requested
    ("web/src/catalog/components/timeline/useTimeline.ts", "POLL_MS = 2000"),
    ("web/src/catalog/overlay.ts", "FINAL_MS = 60_000"),  # how long the overlay shows a final
    # how often the overlay requests its event, and when it shows that the connection is lost
    ("web/src/catalog/stores/OverlayStore.ts", "EVENT_REFRESH_MS = 30_000"),
    ("web/src/catalog/stores/OverlayStore.ts", "GIVE_UP_MS = 5_000"),
    (
        "web/src/catalog/stores/scoring/ScorerStore.ts",
        "POLL_MS = 2000",
    ),  # how often a scorer asks for the entries of the others
    ("web/src/channel/stores/resendDelay.ts", "RESEND_DELAY_MS = 60_000"),  # between two emails
    (
        "web/src/engagement/stores/PositionsStore.ts",
        "STALE_AFTER_MS = 60_000",
    ),  # when a list of positions is stale
    ("web/src/shared/clock.ts", "TOLERANCE_MS = 2000"),  # of the server clock
    ("src/touchline/front/packs/starter/__init__.py", '{"en": "USD"'),  # default of a new pack
    ("src/touchline/shared/money.py", '"UGX", "USD",'),  # all currencies
    ("web/src/shared/constants.ts", "CLIP_POLL_MS = 2_000"),  # how often a clip's file is polled
    ("web/src/shared/constants.ts", "ANALYTICS_RETRY_MS = 30_000"),  # when rejected events are retried
    ("web/src/shared/constants.ts", "ANALYTICS_SEND_INTERVAL_MS = 5_000"),  # how often events are sent
    # the window of recent measurements
    ("web/src/shared/player/quality/ConnectionMeter.ts", "WINDOW_MS = 30_000"),
    ("web/src/shared/player/quality/PlaybackMonitor.ts", "RECHECK_MS = 2_000"),  # measurement interval
    ("web/src/shared/player/quality/faultSource.ts", "SLOW_MS = 2_000"),  # threshold of slow
    (
        "src/touchline/billing/adapters/receipt_pdf.py",
        '_LETTER_SIZE_CURRENCIES = frozenset({"USD"',
    ),  # currencies with letter-size paper
    (
        "src/touchline/billing/domain/checkout/charge_limits.py",
        '"USD": 50',
    ),  # minimum charge of a card
}
"""A file and a line in it that is not a second copy. Other lines of that file are still checked."""
EXCLUDED_PATHS = ("/tests/", "/testing/", ".test.", ".pact.", "akes.", "/locales/", "/demo/", "conftest.py")


@pytest.mark.parametrize("row", LOCATIONS)
def test_a_specification_constant_is_defined_once(row: str) -> None:
    for file, line in LOCATIONS[row]:
        assert (ROOT / file).read_text("utf-8").count(line) == 1, f"{row}: {line} in {file}"


def find_copies(folder: str) -> Iterator[tuple[str, str]]:
    """Yield files, and lines that look like a constant with a place elsewhere."""
    known_lines = {(file, line) for locations in LOCATIONS.values() for file, line in locations}
    for path in sorted((ROOT / folder).rglob("*.*")):
        name = str(path.relative_to(ROOT))
        if path.suffix not in (".py", ".ts", ".tsx", ".css") or any(part in name for part in EXCLUDED_PATHS):
            continue
        text = path.read_text("utf-8")
        for file, line in known_lines:
            if file == name:
                text = text.replace(line, "")
        yield from ((name, line) for line in text.splitlines() if CONSTANT_PATTERNS[folder].search(line))


@pytest.mark.parametrize("folder", CONSTANT_PATTERNS, ids=["page", "server"])
def test_no_specification_constant_has_a_second_copy(folder: str) -> None:
    result = list(find_copies(folder))
    allowed = {(name, part) for name, part in ALLOWED_COPIES if name.startswith(folder)}
    locations = {
        (name, line): {copy for copy in allowed if copy[0] == name and copy[1] in line}
        for name, line in result
    }
    assert [copy for copy, allowed_by in locations.items() if not allowed_by] == []
    assert allowed == set().union(*locations.values())
