"""The files of nginx's configuration, and the command that writes them."""

from __future__ import annotations

import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from touchline.conftest import create_test_application
from touchline.entrypoints.nginx import config
from touchline.entrypoints.tests.media_gateways import with_nginx
from touchline.shared.tests.machine import NGINX


def test_a_store_without_a_key_is_refused(tmp_path: Path) -> None:
    settings = {"delivery": "nginx", "trusted_proxies": 1, "storage": "s3", "s3_bucket": "media"}
    with create_test_application(tmp_path, "", **settings) as application:
        done = CliRunner().invoke(config.nginx, [str(tmp_path / "nginx")], obj=application)
    assert done.exit_code == 1
    assert "Error: nginx needs TOUCHLINE_S3_ACCESS_KEY and TOUCHLINE_S3_SECRET_KEY" in done.output
    assert not (tmp_path / "nginx").exists()


def test_only_the_owner_can_read_the_configuration_files(tmp_path: Path) -> None:
    with create_test_application(tmp_path, "", delivery="nginx", trusted_proxies=1) as application:
        config.write_files(
            config.render_files(application, config.NginxSite(["127.0.0.1:8081"], tmp_path / "nginx")),
            tmp_path / "nginx",
        )
        found = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "nginx").iterdir()}
        assert found == dict.fromkeys(("nginx.conf", "media.js", "media.json"), 0o600)
        everything = "".join(path.read_text() for path in (tmp_path / "nginx").iterdir())
        assert application.settings.secret_key not in everything


def test_the_configuration_follows_the_settings(tmp_path: Path) -> None:
    with create_test_application(tmp_path, "", trusted_proxies=2) as application:
        files = config.render_files(
            application, config.NginxSite(["10.0.0.1:8080", "10.0.0.2:8080"], tmp_path)
        )
    assert list(files) == ["nginx.conf"]
    text = files["nginx.conf"]
    assert "server 10.0.0.1:8080 max_fails=1 fail_timeout=2s;\n" in text
    assert "server 10.0.0.2:8080 max_fails=1 fail_timeout=2s;\n" in text
    assert "X-Forwarded-For $proxy_add_x_forwarded_for;" in text
    assert "load_module" not in text
    assert "worker_processes auto;" in text
    assert "rtmp" not in text
    with create_test_application(
        tmp_path, "", trusted_proxies=1, delivery="nginx", ingest="nginx"
    ) as application:
        text = config.render_files(application, config.NginxSite(["10.0.0.1:8080"], tmp_path))["nginx.conf"]
    assert "X-Forwarded-For $remote_addr;" in text
    assert "add_header Strict-Transport-Security" not in text
    assert "ngx_http_js_module.so" in text
    assert "ngx_rtmp_module.so" in text
    assert "worker_processes 1;" in text
    assert "on_publish http://127.0.0.1:1936/live/hooks/publish?token=" in text


def test_the_country_header_is_removed_unless_an_outer_proxy_sets_it(tmp_path: Path) -> None:
    def read_text(**settings: Any) -> str:
        with create_test_application(tmp_path, "", **settings) as application:
            return config.render_files(application, config.NginxSite(["127.0.0.1:9"], tmp_path))["nginx.conf"]

    assert 'proxy_set_header CF-IPCountry "";' in read_text(trusted_proxies=1, geo="header")
    assert 'proxy_set_header X-Country "";' in read_text(
        trusted_proxies=1, geo="header", geo_header="X-Country"
    )
    assert 'proxy_set_header CF-IPCountry "";' in read_text(trusted_proxies=2)
    assert "CF-IPCountry" not in read_text(trusted_proxies=2, geo="header")


@pytest.mark.nightly
@with_nginx
def test_folder_names_can_contain_spaces(tmp_path: Path) -> None:
    (tmp_path / "Film Club").mkdir()
    with create_test_application(
        tmp_path / "Film Club", "", trusted_proxies=1, delivery="nginx"
    ) as application:
        site = config.NginxSite(["127.0.0.1:9"], tmp_path / "its nginx", is_standalone=True)
        made = config.render_files(application, site)
        config.write_files(made, site.folder)
        (site.folder / "temporary").mkdir()
    command = [str(NGINX), "-t", "-q", "-c", str(site.folder / config.CONFIG_FILE), "-e", "stderr"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f'alias "{tmp_path}/Film Club/media/";' in made[config.CONFIG_FILE]


def test_the_command_writes_the_files_and_shows_the_configuration(tmp_path: Path) -> None:
    with create_test_application(tmp_path, "", trusted_proxies=1, delivery="nginx") as application:
        folder = tmp_path / "nginx"
        certificate = ["--certificate", "chain.pem", "--certificate-key", "key.pem", "--listen", "443"]
        done = CliRunner().invoke(
            config.nginx, [str(folder), "--app", "10.0.0.1:80", *certificate], obj=application
        )
        assert done.exit_code == 0, done.output
        assert done.output == (folder / "nginx.conf").read_text()
        assert "listen 443 ssl http2;" in done.output
        hsts = 'add_header Strict-Transport-Security "max-age=31536000" always;'
        locations = [
            part for part in done.output.split("location ") if "add_header X-Content-Type-Options" in part
        ]
        assert len(locations) > 6
        assert all(hsts in part for part in locations), "each response that nginx itself creates"
        wrong = CliRunner().invoke(config.nginx, [str(folder), "--certificate", "chain.pem"], obj=application)
        assert "Use --certificate and --certificate-key together." in wrong.output
        assert wrong.exit_code == 2
