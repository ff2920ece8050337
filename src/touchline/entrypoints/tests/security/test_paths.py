"""File names in requests and packs cannot reach private files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from touchline.channel.facade import ChannelDetails
from touchline.front.packs.tests.pack_fixtures import list_problems, read_at_pack_time, write_smallest_pack

SECRET = "the key of the deployment"  # content of a private file
TRAVERSAL_PATHS = [
    "../secret.key", "..%2fsecret.key", "%2e%2e/secret.key", "..%252fsecret.key", "....//secret.key",
    "..\\secret.key", "..%5csecret.key", "/etc/passwd", "%2fetc%2fpasswd", "secret.key%00.png", "%00",
    "．．/secret.key", "..%c0%afsecret.key", "..%ef%bc%8fsecret.key", "file:///etc/passwd", ".", "..", "...",
    "a/../../secret.key", "con", "x" * 4000, "%ff%fe", "~root/secret.key",
]  # fmt: skip
FILE_ROUTES = [
    "/files/{}", "/files/prairie/{}", "/assets/{}", "/media/{}", "/media/token/{}", "/_tv/{}", "/_outbox/{}",
    "/_outbox/{}/files/{}", "/sitemap/{}.xml", "/pictures/{}", "/storage/settings/{}.json",
]  # fmt: skip
NAMED_FILES = [
    "../secret.svg", "/etc/passwd.svg", "pictures/../../secret.svg", "pictures/\\0.svg", "pictures\\\\a.svg",
    "．．/secret.svg", "file:///secret.svg", "~/secret.svg", "pictures/a.svg/../../../secret.svg",
]  # fmt: skip


@pytest.mark.parametrize("gateway", FILE_ROUTES)
@pytest.mark.usefixtures("dist")
def test_url_paths_cannot_read_files_outside_their_folder(
    client: FlaskClient, channel: ChannelDetails, var: Path, gateway: str
) -> None:
    for folder in (var, var / "files", var / "media"):
        folder.mkdir(parents=True, exist_ok=True)
    (var / "secret.key").write_text(SECRET)
    for name in TRAVERSAL_PATHS:
        path = gateway.replace("{}", name)
        response = client.get(path, headers={"Host": channel.domains[0]})
        assert response.status_code in {200, 301, 302, 308, 400, 403, 404, 414}, path
        assert SECRET not in response.text and "root:" not in response.text, path
        if response.status_code == 200:
            assert response.mimetype == "text/html", path  # the page itself
        if "Location" in response.headers:
            assert response.headers["Location"].startswith(("/", "http://prairie.localhost/")), path


@pytest.mark.parametrize("name", NAMED_FILES)
def test_a_pack_cannot_reference_files_outside_its_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    root = tmp_path / "pack"
    (root / "pictures").mkdir(parents=True)
    found = list_problems(write_smallest_pack(root, slides_yaml=f'- {{key: a, title: A, image: "{name}"}}\n'))
    assert len(found) == 1 and found[0].startswith("slides.yaml:1")


def test_symbolic_links_in_a_pack_are_not_followed(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "pack"
    outside.mkdir()
    (outside / "a.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    (outside / "about.md").write_text(f"# About\n\n{SECRET}\n")
    root.mkdir()
    for folder in ("pictures", "pages"):
        (root / folder).symlink_to(outside, target_is_directory=True)
    assert SECRET not in repr(read_at_pack_time(write_smallest_pack(root)))
    (found,) = list_problems(
        write_smallest_pack(root, slides_yaml="- {key: a, title: A, image: pictures/a.svg}\n")
    )
    assert "is a link to a file outside the pack" in found


@pytest.mark.parametrize(
    "path", ["//evil.example.org", "/\\evil.example.org", "/%2f%2fevil.example.org/..", "///evil"]
)
@pytest.mark.usefixtures("dist")
def test_paths_do_not_redirect_to_another_site(
    client: FlaskClient, site: ChannelDetails, path: str, ids: Callable[[str, str], int]
) -> None:
    assert ids("event", "on-now")
    response = client.get(path, headers={"Host": site.domains[0]})
    assert "evil" not in response.headers.get("Location", "").partition("://")[2].partition("/")[0]
    assert not response.headers.get("Location", "").startswith("//")
