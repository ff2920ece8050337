"""The line to an object store: boto3 with our time-outs and few retries, and the port's errors in place of
its own.

Neither log nor error shows more than the operation, S3's code and the number of the request: its own texts
hold names of keys and what was signed.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from touchline.catalog.ports.storage import NoSuchFile, StorageAway, StorageFull

log = logging.getLogger(__name__)
for _talker in ("boto3", "botocore", "s3transfer"):
    logging.getLogger(_talker).setLevel(logging.WARNING)  # below it, whole requests are written

AWAY = "The video storage does not answer. Please try again in a few minutes."
NO_ROOM = "The object storage is full: there is no room for the video."
CONNECT_SECONDS = 3
READY_SECONDS = 5
TRIES = 3
CONNECTIONS = 32
_MISSING = {"404", "NoSuchKey", "NotFound", "KeyTooLongError"}
_FULL = {
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
    """Where objects are kept. `endpoint` empty: Amazon's own; keys empty: what the machine itself holds (the
    role of an instance, for one). `seconds` is the time in which each answer must begin and go on."""

    name: str
    prefix: str = ""
    endpoint: str = ""
    region: str = ""
    access_key: str = ""
    secret_key: str = field(default="", repr=False)
    seconds: int = 20


class Line:
    """Clients to one store, made when they are first needed; threads share one, forked processes do not."""

    def __init__(self, bucket: Bucket) -> None:
        self._account = replace(bucket, name="", prefix="")

    def client(self, *, hasty: bool = False) -> Any:
        """The client for work; the hasty one asks once and waits shortly."""
        return _client(self._account, hasty, os.getpid())

    @contextmanager
    def asking(self, what: str, key: str = "") -> Iterator[None]:
        """Where the store is asked for something: `NoSuchFile`, `StorageFull`, or `StorageAway` for all else
        that goes wrong. `what` is for the operator."""
        from boto3.exceptions import Boto3Error
        from botocore.exceptions import BotoCoreError, ClientError

        try:
            yield
        except ClientError as error:
            raise _meaning(error.response, what, key) from None
        except (BotoCoreError, Boto3Error) as error:
            log.warning("The object store does not answer (%s): %s", what, type(error).__name__)
            raise StorageAway(AWAY) from None


def _meaning(answer: Any, what: str, key: str) -> Exception:
    code = str(answer.get("Error", {}).get("Code", ""))
    facts = answer.get("ResponseMetadata", {})
    status = facts.get("HTTPStatusCode")
    if code in _MISSING:
        return NoSuchFile(key)
    request = facts.get("RequestId", "")
    log.warning("The object store refuses us (%s): %s, status %s, request %s", what, code, status, request)
    if code in _FULL or status == _INSUFFICIENT_STORAGE:
        return StorageFull(NO_ROOM)
    return StorageAway(AWAY)


@cache
def _client(bucket: Bucket, hasty: bool, _process: int) -> Any:
    """A site without object storage has no use for the library, so it is imported here."""
    from boto3.session import Session
    from botocore.config import Config

    seconds = min(READY_SECONDS, bucket.seconds) if hasty else bucket.seconds
    return Session().client(
        "s3",
        endpoint_url=bucket.endpoint or None,
        region_name=bucket.region or ("us-east-1" if bucket.endpoint else None),
        aws_access_key_id=bucket.access_key or None,
        aws_secret_access_key=bucket.secret_key or None,
        config=Config(
            connect_timeout=min(CONNECT_SECONDS, seconds),
            read_timeout=seconds,
            retries={"mode": "standard", "total_max_attempts": 1 if hasty else TRIES},
            max_pool_connections=CONNECTIONS,
            tcp_keepalive=True,
            signature_version="s3v4",
            # many stores know neither the newer checksums nor names of buckets as hosts
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
            s3={"addressing_style": "path" if bucket.endpoint else "auto"},
        ),
    )
