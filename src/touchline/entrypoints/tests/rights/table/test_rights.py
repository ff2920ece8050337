"""A right ends with what gave it: every right against every ending, by real calls (ADR 56).

A right and an ending that are not in the table go on. The table says why, with one reason for each right.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from touchline.entrypoints.tests.rights.table import endings, world
from touchline.entrypoints.tests.rights.table.endings import MONEY_BACK, Ending
from touchline.entrypoints.tests.rights.table.world import Works, World
from touchline.shared.clock import FixedClock

MINUTE = timedelta(minutes=1)
Give = Callable[[World], Works]
HERE: set[Ending] = {endings.log_out, endings.remote_log_out}
OTHERS: set[Ending] = {endings.log_out_of_all_others, endings.second_factor}
PASSWORDS: set[Ending] = {endings.new_password, endings.reset, endings.temporary_password}
ACCOUNT: set[Ending] = {endings.suspension, endings.erasure}
SESSION = HERE | OTHERS | PASSWORDS | ACCOUNT
PURCHASE: set[Ending] = MONEY_BACK | {endings.end_of_grant}
MEDIA: set[Ending] = {endings.event_withdrawn, endings.media_hidden, endings.media_withdrawn}
GONE: set[Ending] = {endings.event_withdrawn, endings.media_withdrawn}


RIGHTS: dict[str, tuple[Give, set[Ending], str]] = {
    "session and account export": (world.session, SESSION, "A session opens what its account holds."),
    "linked television": (
        world.television,
        SESSION - HERE,
        "A television has a session of its own, under Devices.",
    ),
    "television's code that was entered": (
        world.entered_code,
        SESSION,
        "Nothing but the session that entered the code vouches for it.",
    ),
    "cookie of a known device": (
        world.known_device,
        set(),
        "It opens nothing. It gives the device guesses of its own, which are limited as well.",
    ),
    "address of a recording": (
        world.address("film"),
        SESSION | PURCHASE | MEDIA,
        "Tonight's game is another.",
    ),
    "address of a clip": (
        world.address("clip"),
        SESSION | MONEY_BACK | GONE,
        "A clip stays its maker's when time runs out, and hiding takes the recording alone.",
    ),
    "shared clip": (
        world.address("link"),
        MONEY_BACK | GONE | {endings.erasure},
        "Others hold the link. `clips hide`, `clips block` or its maker ends it.",
    ),
    "download of a clip": (
        world.address("clip file"),
        SESSION | PURCHASE | GONE,
        "Hiding takes the recording alone.",
    ),
    "download of a game": (world.address("event file"), SESSION | PURCHASE | MEDIA, "As of a recording."),
    "address of a simulated showing": (
        world.showing,
        SESSION | MEDIA,
        "The showing is free, so that no purchase gave it.",
    ),
    "push address": (
        world.push_address,
        SESSION | {endings.event_withdrawn},
        "It tells of games on the air, whoever may watch them.",
    ),
    "first password": (world.first_password, PASSWORDS | ACCOUNT, "It is what the viewer logs in with."),
    "password reset link": (
        world.reset_link,
        PASSWORDS | ACCOUNT,
        "It was sent to the owner's address, lasts an hour, and a second factor is asked for after it.",
    ),
    "unsubscribe link": (world.unsubscribe_link, set(), "It must work for as long as the email is kept."),
    "calendar feed": (world.calendar, set(), "It is public and shows public dates."),
    "stream key": (
        world.stream_key,
        {endings.event_canceled},
        "Nobody sees the stream of a withdrawn event, and an apply may bring the event back.",
    ),
    "account deletion link": (
        world.closing_link,
        {endings.erasure},
        "It was sent to the owner's address, and anybody may always have their data erased.",
    ),
}
"""By right: how it is given out, which endings end it, and why the others do not."""
ALONE: dict[str, tuple[Give, set[Ending], str]] = {
    "verification link": (
        world.verification_link,
        PASSWORDS | {endings.erasure},
        "It opens nothing, and wants a session or the password beside it.",
    ),
    "operator's reports": (
        world.operators_report,
        SESSION | {endings.operator_removed},
        "Operators need no purchase.",
    ),
}
"""Rights for which the address must be verified, or must not be."""
ENDINGS = sorted(
    SESSION | PURCHASE | MEDIA | {endings.event_canceled, endings.nothing}, key=lambda one: one.__name__
)
OF_THE_ADDRESS = [
    *((right, ending) for right in ALONE for ending in ENDINGS if ending not in PURCHASE | MEDIA),
    ("operator's reports", endings.operator_removed),
]


def still_works(world: World, clock: FixedClock, rights: dict[str, Give], ending: Ending) -> set[str]:
    """Give out the rights, let the ending happen, and ask a minute later."""
    given = {name: give(world) for name, give in rights.items()}
    ending(world)
    clock.advance(MINUTE)
    return {name for name, works in given.items() if works()}


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("ending", ENDINGS, ids=[one.__name__ for one in ENDINGS])
def test_what_an_ending_ends_is_over_within_a_minute_and_nothing_else_is(
    world: World, clock: FixedClock, ending: Ending
) -> None:
    rights = {name: give for name, (give, _, _) in RIGHTS.items()}
    expected = {name for name, (_, ends, _) in RIGHTS.items() if ending not in ends}
    assert still_works(world, clock, rights, ending) == expected


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("right", "ending"), OF_THE_ADDRESS, ids=lambda one: getattr(one, "__name__", one))
def test_rights_of_verified_and_unverified_addresses_end_alike(
    world: World, clock: FixedClock, right: str, ending: Ending
) -> None:
    give, ends, _ = ALONE[right]
    assert still_works(world, clock, {right: give}, ending) == (set() if ending in ends else {right})
