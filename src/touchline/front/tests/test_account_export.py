"""The viewer's data as a ZIP, on the real app."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import text

from touchline.billing.tests.orders import line, order
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NEWCOMER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.front.account_export import ABOUT, README
from touchline.shared.ids import AccountId


@pytest.fixture
def viewer(visitor: Visitor) -> Visitor:
    """A viewer with a telephone number and a second factor that was begun."""
    viewer = visitor.register(phone="+1 555 010 2030")
    begun = viewer.post("/auth/second-factor", current_password=PASSWORD)
    assert begun.status_code == 200, begun.get_data(as_text=True)
    return viewer


def archive_of(viewer: Visitor, **query: Any) -> ZipFile:
    """The archive that a viewer gets."""
    answer = viewer.get("/account-export", **query)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return ZipFile(io.BytesIO(answer.data))


def test_the_archive_holds_a_file_for_each_part_and_one_that_explains_them(viewer: Visitor) -> None:
    archive = archive_of(viewer)
    parts = ["account.json", "clips.json", "following.json", "orders.json", "requests.json"]
    assert archive.namelist() == ["README.txt", *parts]
    for said in ("account.json: your profile", "orders.json: what you bought"):
        assert said in archive.read("README.txt").decode()
    told = json.loads(archive.read("account.json"))
    assert told["profile"]["email"] == NEWCOMER["email"]
    assert told["profile"]["phone"] == "15550102030"
    assert told["profile"]["created_at"] == "2026-11-21T18:00:00Z"
    (session,) = told["sessions"]
    assert session["ended_at"] is None


def test_orders_are_told_with_every_line_of_their_ledger_and_no_secret(viewer: Visitor, house: House) -> None:
    assert json.loads(archive_of(viewer).read("orders.json")) == {
        "customer": None,
        "trial_used": False,
        "orders": [],
    }
    account = AccountId(viewer.data("/profile")["id"])
    bought = order(account_id=account, card="pm_1", key="key-of-the-browser", client_secret="pi_1_secret_2")
    billing = house.container.billing
    with house.container.database().transaction(viewer.channel.id):
        assert billing.kept_orders().place(bought)
        billing.ledger().write(line(bought.id))
    archive = archive_of(viewer).read("orders.json").decode()
    (told,) = json.loads(archive)["orders"]
    assert (told["status"], told["total"], told["card"]) == ("created", "13.50", "pm_1")
    assert told["created_at"] == "2026-11-21T18:00:00Z"
    assert [one["amount"] for one in told["transactions"]] == ["13.50"]
    for secret in ("key-of-the-browser", "secret_2"):
        assert secret not in archive


def test_it_is_explained_in_the_viewers_language(viewer: Visitor) -> None:
    readme = archive_of(viewer, lang="fr").read("README.txt").decode()
    assert readme.startswith("Vos données chez Prairie\nArchive créée le 2026-11-21 18:00 (UTC)\n")
    assert "account.json: votre profil" in readme
    assert "orders.json: vos achats" in readme


def test_it_is_kept_by_the_viewer_alone_under_a_name_with_channel_and_day(viewer: Visitor) -> None:
    answer = viewer.get("/account-export")
    assert answer.mimetype == "application/zip"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="prairie-account-2026-11-21.zip"'
    assert answer.headers["Cache-Control"] == "no-store"


def test_its_files_have_the_hour_of_the_export_and_two_are_the_same(
    viewer: Visitor,
) -> None:
    assert {entry.date_time for entry in archive_of(viewer).infolist()} == {(2026, 11, 21, 18, 0, 0)}
    assert viewer.get("/account-export").data == viewer.get("/account-export").data


def test_no_key_hash_or_secret_of_any_row_is_in_it(viewer: Visitor, transaction: Callable[..., Any]) -> None:
    with transaction(viewer.channel.id) as session:
        secrets = session.execute(text("SELECT password_hash, factor_secret FROM account")).one()
        hashes = session.scalars(text("SELECT key_hash FROM viewer_session")).all()
    archive = archive_of(viewer)
    told = "".join(archive.read(name).decode() for name in archive.namelist())
    for secret in (*secrets, *hashes, viewer.api_key, PASSWORD):
        assert secret
        assert secret not in told


def test_nobody_finds_another_in_their_archive(
    viewer: Visitor, visit: Callable[[ChannelFacts], Visitor], channel: ChannelFacts
) -> None:
    other = visit(channel).register(email="bea@example.org", first_name="Bea")
    told = archive_of(other).read("account.json").decode()
    assert "bea@example.org" in told
    assert NEWCOMER["email"] not in told


def test_a_visitor_has_nothing_to_export(visitor: Visitor) -> None:
    assert visitor.get("/account-export").status_code == 401


def test_every_part_is_explained_in_both_languages_of_the_interface(house: House) -> None:
    parts = house.container.front.account_export()._parts
    assert set(parts) == set(ABOUT)
    assert all(set(text) == {"en", "fr"} for text in (README, *ABOUT.values()))
