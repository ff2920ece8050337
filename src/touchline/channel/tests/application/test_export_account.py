"""What an account's export tells, and what it does not."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from touchline.channel.application.export_account import ExportAccount
from touchline.channel.domain.keys import Session
from touchline.channel.tests.account_fakes import FakeAccounts, FakeOperators
from touchline.channel.tests.closing_fakes import NOON, ONE, FakeRecoveryCodes, guarded
from touchline.channel.tests.fakes import FakeSessions
from touchline.shared.errors import NotLoggedIn
from touchline.shared.ids import AccountId

ME = AccountId(1)


def test_profile_linked_log_ins_every_session_and_the_second_factor_are_told() -> None:
    accounts, sessions, recovery = FakeAccounts(guarded()), FakeSessions(), FakeRecoveryCodes()
    accounts.link(ME, "google", "subject-7")
    recovery.replace(ME, ["one", "two"])
    session = Session(ONE, "hash", NOON, NOON + timedelta(days=1), ME, name="Firefox on Linux", country="CA")
    sessions.add(session)
    sessions.add(replace(session, ended_at=NOON, last_seen_at=NOON - timedelta(days=1)))
    told = ExportAccount(accounts, sessions, recovery, FakeOperators(ME))(ME)
    assert told["profile"]["email"] == "Ada@example.org"
    assert told["profile"]["phone"] == "15550102030"
    assert told["profile"]["operator"] is True
    assert told["social_logins"][0]["subject"] == "subject-7"
    assert [one["ended_at"] for one in told["sessions"]] == [None, NOON]
    assert told["sessions"][0]["country"] == "CA"
    assert told["two_factor"] == {"on": True, "since": NOON, "recovery_codes_left": 2}


def test_nothing_that_opens_the_account_is_told() -> None:
    accounts, sessions, recovery = FakeAccounts(guarded()), FakeSessions(), FakeRecoveryCodes()
    sessions.add(Session(ONE, "hash of the key", NOON, NOON + timedelta(days=1), ME))
    recovery.replace(ME, ["hash of a code"])
    told = json.dumps(ExportAccount(accounts, sessions, recovery, FakeOperators(ME))(ME), default=str)
    for secret in ("hash of right", "second factor:abc", "hash of the key", "hash of a code"):
        assert secret not in told


def test_a_closed_account_has_no_export() -> None:
    with pytest.raises(NotLoggedIn):
        ExportAccount(FakeAccounts(), FakeSessions(), FakeRecoveryCodes(), FakeOperators())(ME)
