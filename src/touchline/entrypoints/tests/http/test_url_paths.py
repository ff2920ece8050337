"""Each page has one URL, and numbers in it are ASCII digits."""

import pytest

from touchline.conftest import Visitor


@pytest.mark.parametrize("number", ["\u0661", "\uff11", "01", "001", "+1", "-1", "1.0"])
def test_numbers_in_paths_must_be_ascii_digits(visitor: Visitor, number: str) -> None:
    assert visitor.get(f"/events/{number}").status_code == 404


@pytest.mark.parametrize("number", ["\uff11", "\u0661", "1\u0660"])
@pytest.mark.parametrize("name", ["limit", "offset", "event_category_id"])
def test_numbers_in_queries_must_be_ascii_digits(visitor: Visitor, name: str, number: str) -> None:
    response = visitor.get("/events", headers=None, **{name: number})
    assert response.status_code == 422
    assert response.json is not None
    assert response.json["errors"] == {name: ["Enter a whole number"]}


@pytest.mark.parametrize(
    ("requested", "status", "location"),
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
def test_a_page_has_one_url(visitor: Visitor, requested: str, status: int, location: str | None) -> None:
    response = visitor.browser.get(requested, headers={"Host": visitor.channel.domains[0]})
    assert (response.status_code, response.headers.get("Location")) == (status, location)


@pytest.mark.parametrize(
    ("requested", "location"),
    [
        ("//watch/84", "/watch/84"),
        ("///watch///84", "/watch/84"),
        ("//watch//84//", "/watch/84"),
        ("//schedule", "/schedule"),
        ("//evil.example/watch/84", "/evil.example/watch/84"),
    ],
)
def test_duplicate_slashes_redirect_to_the_canonical_url(
    visitor: Visitor, requested: str, location: str
) -> None:
    host = {"Host": visitor.channel.domains[0]}
    raw = {
        "PATH_INFO": requested,
        "RAW_URI": requested,
        "REQUEST_URI": requested,
    }  # the test client treats `//` as a host
    response = visitor.browser.get("/", headers=host, environ_overrides=raw)
    assert (response.status_code, response.headers.get("Location")) == (301, location)
