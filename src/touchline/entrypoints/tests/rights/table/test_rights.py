"""Every right against every revocation, by real calls (ADR 56).

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
    "session and account export": (scenario.session, SESSION, "A session has the rights of its account."),
    "linked TV": (
        scenario.television,
        SESSION - ONE_SESSION,
        "A TV has its own session, under Devices.",
    ),
    "TV code that was entered": (
        scenario.entered_code,
        SESSION,
        "The code depends on the session that entered it.",
    ),
    "cookie of a known device": (
        scenario.known_device,
        set(),
        "It grants no access. The device only gets its own limit for wrong passwords.",
    ),
    "URL of a recording": (
        scenario.create_media_url("recording"),
        SESSION | PURCHASE | MEDIA,
        "Canceling tonight's game does not affect the recording.",
    ),
    "URL of a clip": (
        scenario.create_media_url("clip"),
        SESSION | REFUND_TYPES | GONE_RIGHTS,
        "The maker keeps a clip when a pass expires. Hiding affects only the recording.",
    ),
    "shared clip": (
        scenario.create_media_url("link"),
        REFUND_TYPES | GONE_RIGHTS | {revocations.erase_account},
        "Other people have the link. `clips hide`, `clips block-viewer` or the maker ends it.",
    ),
    "download of a clip": (
        scenario.create_media_url("clip file"),
        SESSION | PURCHASE | GONE_RIGHTS,
        "Hiding affects only the recording.",
    ),
    "download of a game": (
        scenario.create_media_url("event file"),
        SESSION | PURCHASE | MEDIA,
        "The same as for a recording.",
    ),
    "URL of a simulated live stream": (
        scenario.create_simulation,
        SESSION | MEDIA,
        "The stream is free and needs no purchase.",
    ),
    "push subscription": (
        scenario.push_address,
        SESSION | {revocations.withdraw_event},
        "It announces live games, even to viewers without a pass.",
    ),
    "first password": (scenario.first_password, PASSWORDS | ACCOUNT, "The viewer logs in with it."),
    "password reset link": (
        scenario.reset_link,
        PASSWORDS | ACCOUNT,
        "It goes to the owner's address and lasts an hour. The second factor is required after it.",
    ),
    "unsubscribe link": (scenario.unsubscribe_link, set(), "It must work for as long as the email exists."),
    "calendar feed": (scenario.calendar, set(), "It is public and shows public dates."),
    "stream key": (
        scenario.stream_key,
        {revocations.cancel_event},
        "Nobody sees the stream of a withdrawn event, and an apply may restore the event.",
    ),
    "account deletion link": (
        scenario.closing_link,
        {revocations.erase_account},
        "It goes to the owner's address, and everyone may always erase their data.",
    ),
}
"""By right: how it is created, which revocations end it, and why the others do not."""
EMAIL_RIGHTS: dict[str, tuple[CreateRight, set[Revocation], str]] = {
    "verification link": (
        scenario.verification_link,
        PASSWORDS | {revocations.erase_account},
        "It grants no access without a session or the password.",
    ),
    "operator's reports": (
        scenario.operators_report,
        SESSION | {revocations.remove_operator},
        "Operators need no purchase.",
    ),
    "access token": (
        scenario.access_token,
        ACCOUNT | {revocations.remove_operator},
        "A program has no session and no password. Operators revoke its token in the studio.",
    ),
}
"""Rights that require a verified or an unverified email address."""
REVOCATIONS = sorted(
    SESSION | PURCHASE | MEDIA | {revocations.cancel_event, revocations.do_nothing},
    key=lambda revocation: revocation.__name__,
)
EMAIL_RIGHT_CASES = [
    *(
        (right, revocation)
        for right in EMAIL_RIGHTS
        for revocation in REVOCATIONS
        if revocation not in PURCHASE | MEDIA
    ),
    ("operator's reports", revocations.remove_operator),
    ("access token", revocations.remove_operator),
]


def list_remaining_rights(
    rights_scenario: RightsScenario, clock: FixedClock, rights: dict[str, CreateRight], revocation: Revocation
) -> set[str]:
    """Create the rights, apply the revocation, and check them a minute later."""
    checks = {name: create(rights_scenario) for name, create in rights.items()}
    revocation(rights_scenario)
    clock.advance(ONE_MINUTE)
    return {name for name, check in checks.items() if check()}


@pytest.mark.quick_cases(6)
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("revocation", REVOCATIONS, ids=[revocation.__name__ for revocation in REVOCATIONS])
def test_a_revocation_ends_its_rights_within_a_minute_and_no_others(
    rights_scenario: RightsScenario, clock: FixedClock, revocation: Revocation
) -> None:
    rights = {name: create for name, (create, _, _) in RIGHTS.items()}
    expected = {name for name, (_, ends, _) in RIGHTS.items() if revocation not in ends}
    assert list_remaining_rights(rights_scenario, clock, rights, revocation) == expected


@pytest.mark.quick_cases(4)
@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("right", "revocation"), EMAIL_RIGHT_CASES, ids=lambda value: getattr(value, "__name__", value)
)
def test_a_revocation_ends_the_rights_of_an_email_address(
    rights_scenario: RightsScenario, clock: FixedClock, right: str, revocation: Revocation
) -> None:
    create, ends, _ = EMAIL_RIGHTS[right]
    assert list_remaining_rights(rights_scenario, clock, {right: create}, revocation) == (
        set() if revocation in ends else {right}
    )
