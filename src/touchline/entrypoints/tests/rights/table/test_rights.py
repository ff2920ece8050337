"""A right ends with its reason: every right against every revocation, by real calls (ADR 56).

A combination that is not in the table keeps the right. The table states the reason for each right.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from touchline.entrypoints.tests.rights.table import revocations, scenario
from touchline.entrypoints.tests.rights.table.revocations import REFUND_TYPES, Revocation
from touchline.entrypoints.tests.rights.table.scenario import CheckRight, RightsScenario
from touchline.shared.clock import FixedClock

ONE_MINUTE = timedelta(minutes=1)
CreateRight = Callable[[RightsScenario], CheckRight]
ONE_SESSION: set[Revocation] = {revocations.log_out, revocations.log_out_remotely}
OTHER_SESSIONS: set[Revocation] = {revocations.log_out_other_sessions, revocations.enable_second_factor}
PASSWORDS: set[Revocation] = {
    revocations.change_password,
    revocations.reset_password,
    revocations.set_temporary_password,
}
ACCOUNT: set[Revocation] = {revocations.suspend_account, revocations.erase_account}
SESSION = ONE_SESSION | OTHER_SESSIONS | PASSWORDS | ACCOUNT
PURCHASE: set[Revocation] = REFUND_TYPES | {revocations.expire_grant}
MEDIA: set[Revocation] = {revocations.withdraw_event, revocations.hide_media, revocations.withdraw_media}
GONE_RIGHTS: set[Revocation] = {revocations.withdraw_event, revocations.withdraw_media}


RIGHTS: dict[str, tuple[CreateRight, set[Revocation], str]] = {
    "session and account export": (scenario.session, SESSION, "A session opens what its account holds."),
    "linked television": (
        scenario.television,
        SESSION - ONE_SESSION,
        "A television has a session of its own, under Devices.",
    ),
    "television's code that was entered": (
        scenario.entered_code,
        SESSION,
        "Nothing but the session that entered the code vouches for it.",
    ),
    "cookie of a known device": (
        scenario.known_device,
        set(),
        "It opens nothing. It gives the device guesses of its own, which are limited as well.",
    ),
    "address of a recording": (
        scenario.create_media_url("recording"),
        SESSION | PURCHASE | MEDIA,
        "Tonight's game is another.",
    ),
    "address of a clip": (
        scenario.create_media_url("clip"),
        SESSION | REFUND_TYPES | GONE_RIGHTS,
        "A clip stays its maker's when time runs out, and hiding takes the recording alone.",
    ),
    "shared clip": (
        scenario.create_media_url("link"),
        REFUND_TYPES | GONE_RIGHTS | {revocations.erase_account},
        "Others hold the link. `clips hide`, `clips block` or its maker ends it.",
    ),
    "download of a clip": (
        scenario.create_media_url("clip file"),
        SESSION | PURCHASE | GONE_RIGHTS,
        "Hiding takes the recording alone.",
    ),
    "download of a game": (
        scenario.create_media_url("event file"),
        SESSION | PURCHASE | MEDIA,
        "As of a recording.",
    ),
    "address of a simulated showing": (
        scenario.create_simulation,
        SESSION | MEDIA,
        "The showing is free, so that no purchase gave it.",
    ),
    "push address": (
        scenario.push_address,
        SESSION | {revocations.withdraw_event},
        "It tells of games on the air, whoever may watch them.",
    ),
    "first password": (scenario.first_password, PASSWORDS | ACCOUNT, "It is what the viewer logs in with."),
    "password reset link": (
        scenario.reset_link,
        PASSWORDS | ACCOUNT,
        "It was sent to the owner's address, lasts an hour, and a second factor is asked for after it.",
    ),
    "unsubscribe link": (scenario.unsubscribe_link, set(), "It must work for as long as the email is kept."),
    "calendar feed": (scenario.calendar, set(), "It is public and shows public dates."),
    "stream key": (
        scenario.stream_key,
        {revocations.cancel_event},
        "Nobody sees the stream of a withdrawn event, and an apply may bring the event back.",
    ),
    "account deletion link": (
        scenario.closing_link,
        {revocations.erase_account},
        "It was sent to the owner's address, and anybody may always have their data erased.",
    ),
}
"""By right: how it is created, which revocations end it, and why the others do not."""
EMAIL_RIGHTS: dict[str, tuple[CreateRight, set[Revocation], str]] = {
    "verification link": (
        scenario.verification_link,
        PASSWORDS | {revocations.erase_account},
        "It opens nothing, and wants a session or the password beside it.",
    ),
    "operator's reports": (
        scenario.operators_report,
        SESSION | {revocations.remove_operator},
        "Operators need no purchase.",
    ),
}
"""Rights that require a verified or an unverified email address."""
REVOCATIONS = sorted(
    SESSION | PURCHASE | MEDIA | {revocations.cancel_event, revocations.do_nothing},
    key=lambda revocation: revocation.__name__,
)
EMAIL_RIGHT_CASES = [
    *((right, ending) for right in EMAIL_RIGHTS for ending in REVOCATIONS if ending not in PURCHASE | MEDIA),
    ("operator's reports", revocations.remove_operator),
]


def list_remaining_rights(
    rights_scenario: RightsScenario, clock: FixedClock, rights: dict[str, CreateRight], ending: Revocation
) -> set[str]:
    """Create the rights, apply the revocation, and check them a minute later."""
    given = {name: give(rights_scenario) for name, give in rights.items()}
    ending(rights_scenario)
    clock.advance(ONE_MINUTE)
    return {name for name, works in given.items() if works()}


@pytest.mark.quick_cases(6)
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("ending", REVOCATIONS, ids=[revocation.__name__ for revocation in REVOCATIONS])
def test_a_revocation_ends_its_rights_within_a_minute_and_no_others(
    rights_scenario: RightsScenario, clock: FixedClock, ending: Revocation
) -> None:
    rights = {name: give for name, (give, _, _) in RIGHTS.items()}
    expected = {name for name, (_, ends, _) in RIGHTS.items() if ending not in ends}
    assert list_remaining_rights(rights_scenario, clock, rights, ending) == expected


@pytest.mark.quick_cases(4)
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("right", "ending"), EMAIL_RIGHT_CASES, ids=lambda value: getattr(value, "__name__", value)
)
def test_a_revocation_ends_the_rights_of_an_email_address(
    rights_scenario: RightsScenario, clock: FixedClock, right: str, ending: Revocation
) -> None:
    give, ends, _ = EMAIL_RIGHTS[right]
    assert list_remaining_rights(rights_scenario, clock, {right: give}, ending) == (
        set() if ending in ends else {right}
    )
