"""Connection to an object store: boto3 with our timeouts and few retries, and with the port's errors.

Logs and errors show only the operation, S3's error code and the request ID. The store's own messages contain
key names and signed data.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from touchline.catalog.ports.media.storage import (
    StorageFullError,
    StorageUnavailableError,
    StoredFileNotFoundError,
)

log = logging.getLogger(__name__)
for _logger_name in ("boto3", "botocore", "s3transfer"):
    logging.getLogger(_logger_name).setLevel(logging.WARNING)  # lower levels log whole requests

STORAGE_FULL = "The object storage is full. Free some space for the video."
CONNECT_TIMEOUT_SECONDS = 3
READINESS_TIMEOUT_SECONDS = 5
MAX_ATTEMPTS = 3
MAX_CONNECTIONS = 32
_MISSING_CODES = {"404", "NoSuchKey", "NotFound", "KeyTooLongError"}
_FULL_CODES = {
    "InsufficientCapacity",
    "InsufficientStorage",
    "QuotaExceeded",
    "ServiceQuotaExceeded",
    "XMinioAdminBucketQuotaExceeded",
    "XMinioStorageFull",
}
_INSUFFICIENT_STORAGE = 507


@dataclass(frozen=True)
class Bucket:
    """The bucket and its credentials.

    An empty `endpoint` means Amazon S3. Empty keys mean the machine's own credentials (an instance role, for
    example). `timeout_seconds` is the time to wait for a response, and between chunks of it.
    """

    name: str
    prefix: str = ""
    endpoint: str = ""
    region: str = ""
    access_key: str = ""
    secret_key: str = field(default="", repr=False)
    timeout_seconds: int = 20


class S3Connection:
    """Lazily created clients of one store. Threads share a client; forked processes do not."""

    def __init__(self, bucket: Bucket) -> None:
        self._account = replace(bucket, name="", prefix="")

    def get_client(self, *, is_readiness_check: bool = False) -> Any:
        """Return the client. The client for readiness checks tries once and has a short timeout."""
        return _create_client(self._account, is_readiness_check, os.getpid())

    @contextmanager
    def translate_errors(self, operation: str, key: str = "") -> Iterator[None]:
        """Translate store errors to the port's errors.

        Raises `StoredFileNotFoundError`, `StorageFullError`, or `StorageUnavailableError` for every other
        failure. `operation` is shown to the operator.
        """
        from boto3.exceptions import Boto3Error
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            yield
        except ClientError as error:
            raise _translate_error(error.response, operation, key) from None
        except (BotoCoreError, Boto3Error) as error:
            log.warning("The object store does not respond (%s): %s", operation, type(error).__name__)
            raise StorageUnavailableError from None


def _translate_error(response: Any, operation: str, key: str) -> Exception:
    code = str(response.get("Error", {}).get("Code", ""))
    response_metadata = response.get("ResponseMetadata", {})
    status = response_metadata.get("HTTPStatusCode")
    if code in _MISSING_CODES:
        return StoredFileNotFoundError(key)
    request = response_metadata.get("RequestId", "")
    log.warning(
        "The object store rejected a request (%s): %s, status %s, request %s",
        operation,
        code,
        status,
        request,
    )
    if code in _FULL_CODES or status == _INSUFFICIENT_STORAGE:
        return StorageFullError(STORAGE_FULL)
    return StorageUnavailableError()


@cache
def _create_client(bucket: Bucket, is_readiness_check: bool, _process: int) -> Any:
    """Create a client. Imports boto3 here, because sites without object storage do not need it."""
    from boto3.session import Session
    from botocore.config import Config

    timeout_seconds = (
        min(READINESS_TIMEOUT_SECONDS, bucket.timeout_seconds)
        if is_readiness_check
        else bucket.timeout_seconds
    )
    return Session().client(
        "s3",
        endpoint_url=bucket.endpoint or None,
        region_name=bucket.region or ("us-east-1" if bucket.endpoint else None),
        aws_access_key_id=bucket.access_key or None,
        aws_secret_access_key=bucket.secret_key or None,
        config=Config(
            connect_timeout=min(CONNECT_TIMEOUT_SECONDS, timeout_seconds),
            read_timeout=timeout_seconds,
            retries={"mode": "standard", "total_max_attempts": 1 if is_readiness_check else MAX_ATTEMPTS},
            max_pool_connections=MAX_CONNECTIONS,
            tcp_keepalive=True,
            signature_version="s3v4",
            # many stores support neither the newer checksums nor bucket names as hosts
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
            s3={"addressing_style": "path" if bucket.endpoint else "auto"},
        ),
    )
