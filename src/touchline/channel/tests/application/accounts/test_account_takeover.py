"""Account pre-hijacking: an attacker who registers an address first loses access once its owner logs in, in
every order of events (ADR 21).
"""

from itertools import permutations

import pytest

from touchline.channel.tests.takeover_harness import STEPS, TakeoverHarness

ORDERS = [
    ("attacker_registers", "owner_opens_link", "owner_logs_in_with_google"),
    ("attacker_registers", "owner_opens_link_with_password", "owner_logs_in_with_google"),
    ("attacker_registers", "owner_logs_in_with_google", "owner_opens_link"),
    ("attacker_registers", "owner_opens_link", "owner_resets_password"),
    ("attacker_registers", "owner_registers", "owner_opens_link", "owner_logs_in_with_google"),
    ("attacker_registers", "attacker_changes_password", "owner_opens_link", "owner_logs_in_with_google"),
    ("attacker_registers", "attacker_adds_second_factor", "owner_logs_in_with_google"),
    ("attacker_registers", "attacker_adds_second_factor", "owner_opens_link", "owner_resets_password"),
    ("attacker_registers", "attacker_links_a_device", "owner_logs_in_with_google"),
    ("attacker_registers", "attacker_links_a_device", "owner_opens_link", "owner_resets_password"),
    ("attacker_registers", "attacker_links_a_device", "operator_issues_temporary_password"),
    ("attacker_registers", "attacker_adds_second_factor", "operator_issues_temporary_password"),
    ("attacker_registers_with_facebook", "owner_opens_link", "owner_logs_in_with_google"),
    ("attacker_registers_with_facebook", "attacker_links_a_device", "owner_resets_password"),
    ("attacker_registers_with_facebook", "operator_issues_temporary_password", "owner_logs_in"),
    ("attacker_registers", "owner_deletes_account", "owner_registers", "attacker_registers"),
    ("attacker_registers", "owner_deletes_account", "owner_logs_in_with_google", "attacker_registers"),
    ("attacker_registers", "owner_resets_password", "owner_logs_in_with_google", "attacker_changes_password"),
    ("owner_registers", "attacker_registers", "owner_opens_link_logged_in"),
    ("owner_registers", "owner_opens_link_with_password", "attacker_registers", "owner_logs_in_with_google"),
    ("owner_registers", "attacker_registers_with_facebook", "owner_logs_in_with_google"),
    ("owner_logs_in_with_google", "attacker_registers", "attacker_registers_with_facebook"),
    ("owner_registers", "owner_deletes_account", "attacker_registers", "owner_logs_in_with_google"),
]  # fmt: skip


def run_events(order: tuple[str, ...]) -> TakeoverHarness:
    """Run the events in order and return the final state. Assert after each step that an account is verified
    only if its owner has logged in to it.
    """
    takeover = TakeoverHarness()
    for step in order:
        takeover.run_step(step)
        account = takeover.get_open_account()
        if account is not None and account.email_verified:
            assert takeover.has_owner_logged_in, f"verified before the owner logged in, by {step} in {order}"
    return takeover


@pytest.mark.parametrize("order", ORDERS, ids=" > ".join)
def test_only_the_owner_has_access_in_the_end(order: tuple[str, ...]) -> None:
    takeover = run_events(order)
    assert takeover.has_owner_logged_in
    assert takeover.has_session(takeover.owner)
    assert takeover.list_attacker_logins() == []


@pytest.mark.parametrize(
    "first", ["attacker_registers", "attacker_registers_with_facebook", "owner_registers"]
)
def test_no_order_of_three_events_leaves_the_attacker_access(first: str) -> None:
    owner_login_count = 0
    for second, third in permutations(STEPS, 2):
        order = (first, second, third)
        takeover = run_events(order)
        if takeover.has_owner_logged_in:
            owner_login_count += 1
            assert takeover.list_attacker_logins() == [], order
    assert owner_login_count > 50


@pytest.mark.parametrize(
    "end", ["owner_logs_in_with_google", "owner_resets_password", "operator_issues_temporary_password"]
)
def test_prepared_access_ends_when_the_owner_logs_in(end: str) -> None:
    preparation = [step for step in STEPS if step.startswith("attacker_") and "registers" not in step]
    for first in ("attacker_registers", "attacker_registers_with_facebook"):
        for remaining_steps in permutations([*preparation, "owner_opens_link"]):
            order = (first, *remaining_steps, end)
            takeover = run_events(order)
            assert (takeover.has_owner_logged_in, takeover.has_session(takeover.owner)) == (True, True), order
            assert takeover.list_attacker_logins() == [], order


def test_an_attacker_has_access_without_an_owner() -> None:
    takeover = run_events(("attacker_registers", "attacker_links_a_device", "owner_opens_link"))
    assert {"session", "device", "phone"} <= set(takeover.list_attacker_logins())
    facebook_takeover = run_events(("attacker_registers_with_facebook",))
    assert {"session", "facebook"} == set(facebook_takeover.list_attacker_logins())
