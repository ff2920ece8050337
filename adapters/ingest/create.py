"""Creates the ingest that the settings select."""

from touchline.catalog.ports.media.camera_ingest import CameraIngest
from touchline.catalog.ports.media.ingest import Ingest


def create_ffmpeg_ingest(
    ports: range,
    bind_address: str,
    public_host: str,
    certificate: str,
    key: str,
    *,
    transcodes: bool,
    has_parts: bool,
) -> Ingest:
    """Create the ingest. Imported on first use, because of the size of PyAV and numpy."""
    from adapters.ingest.ffmpeg import FfmpegIngest
    from adapters.ingest.rtmp.tls import CertificateFiles

    files = CertificateFiles(certificate, key) if certificate else None
    return FfmpegIngest(
        *(ports, bind_address, public_host), certificate=files, transcodes=transcodes, has_parts=has_parts
    )


def create_nginx_ingest(application: str, public_host: str, *, transcodes: bool, has_parts: bool) -> Ingest:
    """Create the ingest that pulls from nginx."""
    from adapters.ingest.nginx import NginxIngest

    return NginxIngest(application, public_host, transcodes=transcodes, has_parts=has_parts)


def create_camera_ingest(*, has_parts: bool) -> CameraIngest:
    """Create the ingest of phone cameras. Imported on first use."""
    from adapters.ingest.camera.session import ChunkIngest

    return ChunkIngest(has_parts=has_parts)
