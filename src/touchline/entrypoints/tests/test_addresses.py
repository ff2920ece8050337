"""One thing has one address, and numbers in it are ASCII digits."""

import pytest

from touchline.conftest import Visitor


@pytest.mark.parametrize("number", ["\u0661", "\uff11", "01", "001", "+1", "-1", "1.0"])
def test_a_number_in_a_path_has_ascii_digits_alone(visitor: Visitor, number: str) -> None:
    assert visitor.get(f"/events/{number}").status_code == 404


@pytest.mark.parametrize("number", ["\uff11", "\u0661", "1\u0660"])
@pytest.mark.parametrize("name", ["limit", "offset", "event_category_id"])
def test_a_number_in_a_query_has_ascii_digits_alone(visitor: Visitor, name: str, number: str) -> None:
    answer = visitor.get("/events", headers=None, **{name: number})
    assert answer.status_code == 422
    assert answer.json is not None
    assert answer.json["errors"] == {name: ["Enter a whole number"]}


@pytest.mark.parametrize(
    ("asked", "status", "leads_to"),
    [
        ("/schedule/", 301, "/schedule"),
        ("/watch/84/?t=5", 301, "/watch/84?t=5"),
        ("/watch//84", 301, "/watch/84"),
        ("/Schedule", 404, None),
        ("/WATCH/84", 404, None),
        ("/watch/084", 404, None),
        ("/watch/\u0668\u0664", 404, None),
        ("/sitemap/events-\u0660.xml", 404, None),
        ("/sitemap/events-\u00b2.xml", 404, None),
        ("/sitemap/events-00.xml", 404, None),
    ],
)
def test_a_page_has_one_address(visitor: Visitor, asked: str, status: int, leads_to: str | None) -> None:
    answer = visitor.browser.get(asked, headers={"Host": visitor.channel.domains[0]})
    assert (answer.status_code, answer.headers.get("Location")) == (status, leads_to)


@pytest.mark.parametrize(
    ("asked", "leads_to"),
    [
        ("//watch/84", "/watch/84"),
        ("///watch///84", "/watch/84"),
        ("//watch//84//", "/watch/84"),
        ("//schedule", "/schedule"),
        ("//evil.example/watch/84", "/evil.example/watch/84"),
    ],
)
def test_slashes_that_stand_twice_lead_to_the_one_address(
    visitor: Visitor, asked: str, leads_to: str
) -> None:
    host = {"Host": visitor.channel.domains[0]}
    raw = {"PATH_INFO": asked, "RAW_URI": asked, "REQUEST_URI": asked}  # a test client takes `//` for a host
    answer = visitor.browser.get("/", headers=host, environ_overrides=raw)
    assert (answer.status_code, answer.headers.get("Location")) == (301, leads_to)
