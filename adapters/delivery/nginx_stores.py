"""Media stores as nginx reads them: a folder, or an object store."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote, urlsplit

from adapters.storage.s3_connection import Bucket

_PORTS = {"http": 80, "https": 443}
_CA_BUNDLE = "/etc/ssl/certs/ca-certificates.crt"
_HIDDEN_HEADERS = (
    *("Cache-Control", "Expires", "Vary", "Access-Control-Allow-Origin", "Access-Control-Allow-Methods"),
    *("Access-Control-Allow-Headers", "Access-Control-Expose-Headers", "Access-Control-Max-Age"),
    *("Access-Control-Allow-Credentials", "x-amz-request-id", "x-amz-id-2", "x-amz-version-id"),
    *("x-amzn-requestid", "x-amz-content-sha256", "x-amz-bucket-region", "x-amz-replication-status"),
    *("x-amz-server-side-encryption", "x-amz-storage-class", "x-amz-checksum-crc32"),
)


class NginxStore(Protocol):
    """A file store as nginx uses it."""

    def get_secrets(self) -> dict[str, Any]:
        """Return the secrets that the script needs. Nothing else may read them."""
        ...

    def render_http(self) -> list[str]:
        """Return lines for `http { }`."""
        ...

    def render_location(self, name: str, *, is_growing: bool) -> list[str]:
        """Return lines for the location `/-media/{name}/`, which contains either growing or finished files.

        They also map errors to our error responses.
        """
        ...


@dataclass(frozen=True)
class FolderStore:
    """Files in a folder that nginx can read."""

    folder: Path

    def get_secrets(self) -> dict[str, Any]:
        """Return an empty mapping."""
        return {}

    def render_http(self) -> list[str]:
        """Return an empty list."""
        return []

    def render_location(self, name: str, *, is_growing: bool) -> list[str]:
        """Return lines that serve the folder."""
        return [
            f'alias "{self.folder}/";',
            "error_page 301 404 =404 /-media/missing;",
            "error_page 403 = $touchline_denied;",
            "error_page 500 =503 /-media/away;",
        ]


class MissingCredentialsError(ValueError):
    """nginx cannot sign its requests to the store without a key. The text is for the operator."""


@dataclass(frozen=True)
class ObjectStore:
    """Files as objects in a bucket.

    nginx signs each request to the store (`signs` in `media.js`). It looks up the store's host name when it
    starts or reloads.
    """

    bucket: Bucket

    def get_secrets(self) -> dict[str, Any]:
        """Return the store's keys and the values to sign."""
        if not self.bucket.access_key:
            raise MissingCredentialsError(
                "nginx needs TOUCHLINE_S3_ACCESS_KEY and TOUCHLINE_S3_SECRET_KEY to reach the object store."
            )
        return {
            "store": {
                "access": self.bucket.access_key,
                "secret": self.bucket.secret_key,
                "region": self._region,
                "host": self._host,
                "root": self._path_prefix,
            }
        }

    def render_http(self) -> list[str]:
        """Return the store as an upstream with keep-alive connections."""
        parts = urlsplit(self._url)
        return [
            "js_var $touchline_store_date;",
            "js_set $touchline_store_signature touchline_media.signs;",
            # not every store supports If-Range; the whole file is always a correct response
            "map $http_if_range $touchline_range {",
            "    default $http_range;",
            '    "~." "";',
            "}",
            # 403 means that the session ended, or that the store rejected the key
            "map $upstream_status $touchline_refused {",
            "    default $touchline_denied;",
            '    "~403$" /-media/away;',
            "}",
            "upstream touchline_store {",
            f"    server {parts.hostname}:{parts.port or _PORTS[parts.scheme]};",
            "    keepalive 64;",
            "}",
        ]

    def render_location(self, name: str, *, is_growing: bool) -> list[str]:
        """Return lines that proxy a signed request. Of the visitor's headers, only ranges and validators are
        passed on.
        """
        validator_headers = (
            ["proxy_hide_header ETag;", "proxy_hide_header Last-Modified;"] if is_growing else []
        )
        conditional_headers = (
            []
            if is_growing
            else ["If-None-Match $http_if_none_match", "If-Modified-Since $http_if_modified_since"]
        )
        return [
            f"proxy_pass {urlsplit(self._url).scheme}://touchline_store{self._path_prefix};",
            "proxy_http_version 1.1;",
            "proxy_pass_request_headers off;",
            "proxy_pass_request_body off;",
            "proxy_set_header Authorization $touchline_store_signature;",
            "proxy_set_header X-Amz-Date $touchline_store_date;",
            f"proxy_set_header X-Amz-Content-Sha256 {_EMPTY_SHA256};",
            f"proxy_set_header Host {self._host};",
            'proxy_set_header Connection "";',
            "proxy_set_header Range $touchline_range;",
            *(f"proxy_set_header {header};" for header in conditional_headers),
            *self._render_tls(),
            "proxy_connect_timeout 3s;",
            f"proxy_read_timeout {self.bucket.timeout_seconds}s;",
            "proxy_buffers 32 32k;",
            "proxy_intercept_errors on;",
            "error_page 404 /-media/missing;",
            "error_page 403 = $touchline_refused;",
            "error_page 301 302 307 400 429 500 501 502 503 504 =503 /-media/away;",
            *(f"proxy_hide_header {header};" for header in _HIDDEN_HEADERS),
            *validator_headers,
        ]

    def _render_tls(self) -> list[str]:
        """Return lines that verify the store's certificate; none for a store without TLS."""
        parts = urlsplit(self._url)
        if parts.scheme != "https":
            return []
        return [
            "proxy_ssl_server_name on;",
            f"proxy_ssl_name {parts.hostname};",
            "proxy_ssl_verify on;",
            "proxy_ssl_verify_depth 4;",
            f"proxy_ssl_trusted_certificate {_CA_BUNDLE};",
        ]

    @property
    def _region(self) -> str:
        return self.bucket.region or "us-east-1"

    @property
    def _url(self) -> str:
        return self.bucket.endpoint or f"https://{self.bucket.name}.s3.{self._region}.amazonaws.com"

    @property
    def _host(self) -> str:
        return urlsplit(self._url).netloc

    @property
    def _path_prefix(self) -> str:
        """Return the path before a file's key. With its own endpoint, a store has the bucket in its paths."""
        parts = [self.bucket.name] if self.bucket.endpoint else []
        return "/" + "".join(f"{quote(part)}/" for part in (*parts, self.bucket.prefix.strip("/")) if part)


_EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
