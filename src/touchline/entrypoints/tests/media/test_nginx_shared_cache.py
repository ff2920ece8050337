"""nginx keeps timelines and scores for a second, so that any number of viewers cost the app one request."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Response

from touchline.entrypoints.tests.media_gateways import MediaGateway, create_nginx_gateway, with_nginx
from touchline.platform.http.guards import public

pytestmark = with_nginx
VIEWERS = 40
PATHS = ("/timeline/7.json?lang=en", "/scores.json?lang=en")


class CountingAnswers:
    """A view in place of the real ones, which counts its calls and answers like them."""

    def __init__(self) -> None:
        self.cache_control = "public, max-age=30"
        self.calls = 0

    def __call__(self, **_: object) -> Response:
        self.calls += 1
        response = Response(f'{{"data": {self.calls}}}', mimetype="application/json")
        response.headers["Cache-Control"] = self.cache_control
        response.headers["Vary"] = "Accept-Encoding"
        return response


@pytest.fixture
def nginx(tmp_path: Path) -> Iterator[MediaGateway]:
    with create_nginx_gateway(tmp_path) as gateway:
        yield gateway


@pytest.fixture
def answers(nginx: MediaGateway) -> CountingAnswers:
    """Replace the views of the app behind nginx."""
    counting = CountingAnswers()
    for name in ("show_timeline", "list_live_scores"):
        nginx.app.view_functions[f"site-timelines.{name}"] = public(counting)
    return counting


@pytest.mark.parametrize("path", PATHS)
def test_viewers_who_ask_in_the_same_second_cost_one_request(
    nginx: MediaGateway, answers: CountingAnswers, path: str
) -> None:
    bodies = {nginx.send(path, **{"X-Forwarded-For": f"203.0.113.{n}"}).body for n in range(VIEWERS)}
    assert (bodies, answers.calls) == ({b'{"data": 1}'}, 1)


def test_other_parameters_and_other_sites_are_other_answers(
    nginx: MediaGateway, answers: CountingAnswers
) -> None:
    for path in (*PATHS, "/timeline/7.json?lang=en&after=3", "/timeline/8.json?lang=en"):
        nginx.send(path)
    nginx.send(PATHS[0], Host="other.example")
    assert answers.calls == 5


def test_the_timeline_of_a_private_event_is_not_kept(nginx: MediaGateway, answers: CountingAnswers) -> None:
    answers.cache_control = "private, no-store"
    bodies = [nginx.send(PATHS[0]).body for _ in range(3)]
    assert bodies == [b'{"data": 1}', b'{"data": 2}', b'{"data": 3}']
