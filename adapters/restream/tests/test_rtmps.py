"""RTMPS: nothing is sent to a server without a valid certificate."""

from __future__ import annotations

from pathlib import Path

from adapters.ingest.tests.polling import wait_until
from adapters.mail.tests.mail_server import create_certificate
from adapters.restream.sender_process import SenderProcesses
from adapters.restream.tests.conftest import KEY, segment
from adapters.restream.tests.rtmp_server import RtmpServer
from adapters.storage.local import LocalStorage
from touchline.catalog.domain.media.restreams import RestreamFailure
from touchline.catalog.ports.media.restreamer import RestreamDestination, SenderState


def test_a_stream_is_sent_encrypted_to_a_server_that_is_trusted(media: Path, tmp_path: Path) -> None:
    tls, ca_file = create_certificate(tmp_path)
    restreamer = SenderProcesses(LocalStorage(media), allow_private=True, ca_file=str(ca_file))
    with RtmpServer(KEY, tls=tls) as server:
        sender = restreamer.start(RestreamDestination(f"rtmps://127.0.0.1:{server.port}/live", KEY))
        sender.send(segment(0))
        sender.close(is_drained=True)
        wait_until(lambda: sender.status.state is SenderState.ENDED)
        assert len(server.list_media()) > 25
    assert sender.status.failure is None


def test_an_unknown_certificate_is_refused_before_the_key_is_sent(
    restreamer: SenderProcesses, tmp_path: Path
) -> None:
    tls, _ = create_certificate(tmp_path)
    with RtmpServer(KEY, tls=tls) as server:
        sender = restreamer.start(RestreamDestination(f"rtmps://127.0.0.1:{server.port}/live", KEY))
        wait_until(lambda: sender.status.state is SenderState.ENDED)
        assert server.sessions == []
    assert sender.status.failure is RestreamFailure.INSECURE
    assert "certificate" in sender.status.detail
