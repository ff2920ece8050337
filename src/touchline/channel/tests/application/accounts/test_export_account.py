"""Contents of an account export."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from touchline.channel.application.accounts.export_account import ExportAccount
from touchline.channel.domain.site.keys import Session
from touchline.channel.ports.accounts.memberships import Membership
from touchline.channel.tests.account_fakes import FakeAccounts, FakeMemberships, FakeOperators
from touchline.channel.tests.account_security_fakes import (
    CHANNEL_ID,
    NOON,
    FakeRecoveryCodes,
    ada_with_second_factor,
)
from touchline.channel.tests.site_fakes import FakeSessions
from touchline.shared.errors import NotAuthenticatedError
from touchline.shared.ids import AccountId, ParticipantId

ACCOUNT_ID = AccountId(1)
NO_MEMBERSHIPS: Any = FakeMemberships()


def test_the_export_has_profile_social_logins_sessions_and_second_factor() -> None:
    accounts, sessions, recovery = FakeAccounts(ada_with_second_factor()), FakeSessions(), FakeRecoveryCodes()
    accounts.link_identity(ACCOUNT_ID, "google", "subject-7")
    recovery.replace(ACCOUNT_ID, ["one", "two"])
    session = Session(
        CHANNEL_ID, "hash", NOON, NOON + timedelta(days=1), ACCOUNT_ID, name="Firefox on Linux", country="CA"
    )
    sessions.add(session)
    sessions.add(replace(session, ended_at=NOON, last_seen_at=NOON - timedelta(days=1)))
    export = ExportAccount(accounts, sessions, recovery, FakeOperators(ACCOUNT_ID), NO_MEMBERSHIPS)(
        ACCOUNT_ID
    )
    assert export["profile"]["email"] == "Ada@example.org"
    assert export["profile"]["phone"] == "15550102030"
    assert export["profile"]["operator"] is True
    assert export["social_logins"][0]["subject"] == "subject-7"
    assert [session["ended_at"] for session in export["sessions"]] == [None, NOON]
    assert export["sessions"][0]["country"] == "CA"
    assert export["two_factor"] == {"on": True, "since": NOON, "recovery_codes_left": 2}


def test_the_export_contains_no_credentials() -> None:
    accounts, sessions, recovery = FakeAccounts(ada_with_second_factor()), FakeSessions(), FakeRecoveryCodes()
    sessions.add(Session(CHANNEL_ID, "hash of the key", NOON, NOON + timedelta(days=1), ACCOUNT_ID))
    recovery.replace(ACCOUNT_ID, ["hash of a code"])
    export = json.dumps(
        ExportAccount(accounts, sessions, recovery, FakeOperators(ACCOUNT_ID), NO_MEMBERSHIPS)(ACCOUNT_ID),
        default=str,
    )
    for secret in ("hash of right", "second factor:abc", "hash of the key", "hash of a code"):
        assert secret not in export


def test_a_closed_account_has_no_export() -> None:
    with pytest.raises(NotAuthenticatedError):
        ExportAccount(FakeAccounts(), FakeSessions(), FakeRecoveryCodes(), FakeOperators(), NO_MEMBERSHIPS)(
            ACCOUNT_ID
        )


def test_memberships_of_teams_are_exported_once_the_address_is_verified() -> None:
    memberships: Any = FakeMemberships(Membership(ParticipantId(3), NOON))
    for verified_at, expected in ((None, []), (NOON, [{"participant_id": 3, "added_at": NOON}])):
        accounts = FakeAccounts(replace(ada_with_second_factor(), email_verified_at=verified_at))
        export = ExportAccount(accounts, FakeSessions(), FakeRecoveryCodes(), FakeOperators(), memberships)
        assert export(ACCOUNT_ID)["team_memberships"] == expected
