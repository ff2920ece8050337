"""Whoever registers another's address first does not sit in the account when its owner comes, in every order
of events (ADR 21)."""

from itertools import permutations

import pytest

from touchline.channel.tests.takeover import STEPS, Takeover

ORDERS = [
    ("attacker_registers", "owner_presses_link", "owner_comes_by_google"),
    ("attacker_registers", "owner_presses_link_with_password", "owner_comes_by_google"),
    ("attacker_registers", "owner_comes_by_google", "owner_presses_link"),
    ("attacker_registers", "owner_presses_link", "owner_resets_password"),
    ("attacker_registers", "owner_registers", "owner_presses_link", "owner_comes_by_google"),
    ("attacker_registers", "attacker_changes_password", "owner_presses_link", "owner_comes_by_google"),
    ("attacker_registers", "attacker_adds_second_factor", "owner_comes_by_google"),
    ("attacker_registers", "attacker_adds_second_factor", "owner_presses_link", "owner_resets_password"),
    ("attacker_registers", "attacker_links_a_device", "owner_comes_by_google"),
    ("attacker_registers", "attacker_links_a_device", "owner_presses_link", "owner_resets_password"),
    ("attacker_registers", "attacker_links_a_device", "operator_gives_temporary_password"),
    ("attacker_registers", "attacker_adds_second_factor", "operator_gives_temporary_password"),
    ("attacker_registers_by_facebook", "owner_presses_link", "owner_comes_by_google"),
    ("attacker_registers_by_facebook", "attacker_links_a_device", "owner_resets_password"),
    ("attacker_registers_by_facebook", "operator_gives_temporary_password", "owner_logs_in"),
    ("attacker_registers", "owner_deletes_account", "owner_registers", "attacker_registers"),
    ("attacker_registers", "owner_deletes_account", "owner_comes_by_google", "attacker_registers"),
    ("attacker_registers", "owner_resets_password", "owner_comes_by_google", "attacker_changes_password"),
    ("owner_registers", "attacker_registers", "owner_presses_link_logged_in"),
    ("owner_registers", "owner_presses_link_with_password", "attacker_registers", "owner_comes_by_google"),
    ("owner_registers", "attacker_registers_by_facebook", "owner_comes_by_google"),
    ("owner_comes_by_google", "attacker_registers", "attacker_registers_by_facebook"),
    ("owner_registers", "owner_deletes_account", "attacker_registers", "owner_comes_by_google"),
]  # fmt: skip


def held(order: tuple[str, ...]) -> Takeover:
    """The end of an order of events. On the way, a verified address never has two who hold it."""
    world = Takeover()
    for step in order:
        world.attempt(step)
        account = world.open_account()
        if account is not None and account.email_verified:
            assert world.owner_came, f"verified before the owner came, by {step} in {order}"
    return world


@pytest.mark.parametrize("order", ORDERS, ids=" > ".join)
def test_the_owner_holds_the_account_in_the_end_and_nobody_else(order: tuple[str, ...]) -> None:
    world = held(order)
    assert world.owner_came
    assert world.holds(world.owner)
    assert world.attacker_gets_in() == []


@pytest.mark.parametrize("first", ["attacker_registers", "attacker_registers_by_facebook", "owner_registers"])
def test_in_no_order_of_three_events_does_an_attacker_stay_beside_the_owner(first: str) -> None:
    came = 0
    for second, third in permutations(STEPS, 2):
        order = (first, second, third)
        world = held(order)
        if world.owner_came:
            came += 1
            assert world.attacker_gets_in() == [], order
    assert came > 50


@pytest.mark.parametrize(
    "end", ["owner_comes_by_google", "owner_resets_password", "operator_gives_temporary_password"]
)
def test_whatever_an_attacker_prepared_is_over_when_the_owner_comes(end: str) -> None:
    prepared = [step for step in STEPS if step.startswith("attacker_") and "registers" not in step]
    for first in ("attacker_registers", "attacker_registers_by_facebook"):
        for rest in permutations([*prepared, "owner_presses_link"]):
            order = (first, *rest, end)
            world = held(order)
            assert (world.owner_came, world.holds(world.owner)) == (True, True), order
            assert world.attacker_gets_in() == [], order


def test_an_attacker_alone_gets_in_so_that_the_table_means_something() -> None:
    world = held(("attacker_registers", "attacker_links_a_device", "owner_presses_link"))
    assert {"session", "device", "phone"} <= set(world.attacker_gets_in())
    by_facebook = held(("attacker_registers_by_facebook",))
    assert {"session", "facebook"} == set(by_facebook.attacker_gets_in())
