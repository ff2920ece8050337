"""The ten-line channel of the handbook (docs/how-to/write-a-channel-pack.md), on the real app."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from dependency_injector import providers
from flask.testing import FlaskClient
from PIL import Image

from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.front.assets.web_build import WebBuild
from touchline.front.packs.apply_pack import ApplyPack
from touchline.front.packs.tests.pack_fixtures import read_at_pack_time
from touchline.front.packs.validation import contrast

GUIDE = Path(__file__).parents[5] / "docs" / "how-to" / "write-a-channel-pack.md"
CHANNEL_BLOCK = re.compile(r'```yaml title="valley/channel.yaml"\n(.*?)```', re.S)
HOST = {"Host": "valley.localhost:8080"}


@pytest.fixture
def minimal_pack(tmp_path: Path) -> Path:
    """Return the folder of the handbook's pack, word for word."""
    match = CHANNEL_BLOCK.search(GUIDE.read_text())
    assert match is not None
    assert len(match[1].splitlines()) <= 10
    folder = tmp_path / "valley"
    folder.mkdir()
    (folder / "channel.yaml").write_text(match[1])
    return folder


@pytest.fixture
def valley_channel(
    minimal_pack: Path,
    apply_pack: ApplyPack,
    application: Application,
    add_channel: Callable[..., ChannelDetails],
    tmp_path: Path,
) -> Iterator[None]:
    """Create the channel, next to two others, with a built web app."""
    for slug in ("prairie", "atelier"):
        add_channel(slug)
    apply_pack(minimal_pack)
    dist = tmp_path / "dist"
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text('<html lang="en"><head><!--touchline:head--></head></html>')
    with application.container.front.web_build.override(providers.Object(WebBuild(dist))):
        yield


def test_ten_lines_pass_every_check(minimal_pack: Path) -> None:
    pack = read_at_pack_time(minimal_pack)
    assert list(contrast.find_failing_pairs(pack.content["channel"]["colors"])) == []


@pytest.mark.usefixtures("valley_channel")
def test_the_third_channel_is_served_on_its_host_under_its_own_name(client: FlaskClient) -> None:
    page = client.get("/", headers=HOST)
    assert page.status_code == 200 and "<title>Valley Sports</title>" in page.text
    for other in ("prairie", "atelier"):
        assert other not in page.text.lower()
    assert client.get("/channel-key", headers=HOST).status_code == 200


@pytest.mark.usefixtures("valley_channel")
def test_images_that_the_ten_lines_omit_are_generated(client: FlaskClient) -> None:
    page = client.get("/", headers=HOST).text
    linked = re.findall(r'(?:href|content)="(?:http://[^/"]+)?(/pictures/[^"]+)"', page)
    manifest = json.loads(client.get("/manifest.webmanifest", headers=HOST).data)
    urls = {
        *(url.replace("&amp;", "&") for url in linked),
        *(icon["src"] for icon in manifest["icons"]),
    }
    assert len(urls) == 7  # page icon, touch icon, share image, four app icons
    for url in urls:
        response = client.get(url, headers=HOST)
        with Image.open(BytesIO(response.data)) as image:
            assert image.format == "PNG" and response.headers["Cache-Control"].endswith("immutable")


@pytest.mark.usefixtures("valley_channel")
def test_the_third_channel_starts_with_a_menu_and_a_home_page(
    application: Application, visit: Callable[[ChannelDetails], Visitor]
) -> None:
    with application.container.database().transaction(None, unscoped=True):
        channel = application.container.channel.facade().find_channel("valley")
    visitor = visit(channel)
    bundle = visitor.data("/channel-bootstrap-data")
    assert [entry["url"] for entry in bundle["menu"] if entry["area"] == "header"][:2] == [
        "/live",
        "/schedule",
    ]
    assert "band:welcome" in bundle["settings"]["home"]
    assert bundle["settings"]["logo"] is bundle["settings"]["favicon"] is None
    assert bundle["color_settings"]["colors"].keys() >= {"body-text", "header-background", "danger"}
    for path in ("/events-for-homepage", "/events", "/vod-media-rails", "/participants"):
        assert visitor.data(path) == []
