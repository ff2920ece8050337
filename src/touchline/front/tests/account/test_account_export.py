"""Export of a viewer's data as a ZIP file, on the real app."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import text

from touchline.billing.tests.order_samples import build_order, build_transaction
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.front.account.account_export import PART_DESCRIPTIONS, README_TEXT
from touchline.shared.ids import AccountId


@pytest.fixture
def viewer(visitor: Visitor) -> Visitor:
    """Return a viewer with a phone number and an unfinished second-factor setup."""
    viewer = visitor.register(phone="+1 555 010 2030")
    response = viewer.post("/auth/second-factor", current_password=PASSWORD)
    assert response.status_code == 200, response.get_data(as_text=True)
    return viewer


def read_archive(viewer: Visitor, **query: Any) -> ZipFile:
    """Return the viewer's export archive."""
    response = viewer.get("/account-export", **query)
    assert response.status_code == 200, response.get_data(as_text=True)
    return ZipFile(io.BytesIO(response.data))


def test_the_archive_has_a_readme_and_a_file_for_each_part(viewer: Visitor) -> None:
    archive = read_archive(viewer)
    parts = [
        "account.json",
        "clips.json",
        "following.json",
        "orders.json",
        "requests.json",
        "sponsors.json",
        "viewing.json",
    ]
    assert archive.namelist() == ["README.txt", *parts]
    for line in ("account.json: your profile", "orders.json: your orders"):
        assert line in archive.read("README.txt").decode()
    account = json.loads(archive.read("account.json"))
    assert account["profile"]["email"] == NEW_VIEWER["email"]
    assert account["profile"]["phone"] == "15550102030"
    assert account["profile"]["created_at"] == "2026-11-21T18:00:00Z"
    (session,) = account["sessions"]
    assert session["ended_at"] is None


def test_orders_are_exported_with_all_transactions_and_no_secrets(
    viewer: Visitor, application: Application
) -> None:
    assert json.loads(read_archive(viewer).read("orders.json")) == {
        "customer": None,
        "make_goods": [],
        "included": [],
        "trial_used": False,
        "orders": [],
    }
    account = AccountId(viewer.data("/profile")["id"])
    new_order = build_order(
        account_id=account, card="pm_1", key="key-of-the-browser", client_secret="pi_1_secret_2"
    )
    billing = application.container.billing
    with application.container.database().transaction(viewer.channel.id):
        assert billing.orders().add(new_order)
        billing.ledger().add(build_transaction(new_order.id))
    archive = read_archive(viewer).read("orders.json").decode()
    (order,) = json.loads(archive)["orders"]
    assert (order["status"], order["total"], order["card"]) == ("created", "13.50", "pm_1")
    assert order["created_at"] == "2026-11-21T18:00:00Z"
    assert [transaction["amount"] for transaction in order["transactions"]] == ["13.50"]
    for secret in ("key-of-the-browser", "secret_2"):
        assert secret not in archive


def test_the_readme_is_in_the_viewers_language(viewer: Visitor) -> None:
    readme = read_archive(viewer, lang="fr").read("README.txt").decode()
    assert readme.startswith("Vos données chez Prairie\nArchive créée le 2026-11-21 18:00 (UTC)\n")
    assert "account.json: votre profil" in readme
    assert "orders.json: vos commandes" in readme


def test_the_archive_is_private_and_named_after_channel_and_day(viewer: Visitor) -> None:
    response = viewer.get("/account-export")
    assert response.mimetype == "application/zip"
    assert response.headers["Content-Disposition"] == 'attachment; filename="prairie-account-2026-11-21.zip"'
    assert response.headers["Cache-Control"] == "no-store"


def test_files_have_the_time_of_the_export_and_two_exports_are_equal(
    viewer: Visitor,
) -> None:
    assert {entry.date_time for entry in read_archive(viewer).infolist()} == {(2026, 11, 21, 18, 0, 0)}
    assert viewer.get("/account-export").data == viewer.get("/account-export").data


def test_no_key_hash_or_secret_is_in_the_archive(viewer: Visitor, transaction: Callable[..., Any]) -> None:
    with transaction(viewer.channel.id) as session:
        secrets = session.execute(text("SELECT password_hash, factor_secret FROM account")).one()
        hashes = session.scalars(text("SELECT key_hash FROM viewer_session")).all()
    archive = read_archive(viewer)
    content = "".join(archive.read(name).decode() for name in archive.namelist())
    for secret in (*secrets, *hashes, viewer.api_key, PASSWORD):
        assert secret
        assert secret not in content


def test_no_archive_contains_data_of_another_viewer(
    viewer: Visitor, visit: Callable[[ChannelDetails], Visitor], channel: ChannelDetails
) -> None:
    other = visit(channel).register(email="bea@example.org", first_name="Bea")
    content = read_archive(other).read("account.json").decode()
    assert "bea@example.org" in content
    assert NEW_VIEWER["email"] not in content


def test_a_visitor_has_nothing_to_export(visitor: Visitor) -> None:
    assert visitor.get("/account-export").status_code == 401


def test_every_part_is_explained_in_both_languages_of_the_interface(application: Application) -> None:
    parts = application.container.front.export_account()._parts
    assert set(parts) == set(PART_DESCRIPTIONS)
    assert all(set(text) == {"en", "fr"} for text in (README_TEXT, *PART_DESCRIPTIONS.values()))
