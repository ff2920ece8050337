"""Configuration of an nginx with the RTMP module, which receives streams for the ingest process."""

from __future__ import annotations

from urllib.parse import urlsplit

PUBLISH_HOOK_PATH = "/live/hooks/publish"
"""Path of the hook that authorizes encoders."""
_DEFAULT_RTMP_PORT = 1935
_CONFIGURATION = """\
# nginx with the RTMP module, for TOUCHLINE_INGEST=nginx. Debian: apt-get install nginx libnginx-mod-rtmp
# Put this into /etc/nginx/modules-enabled/90-touchline.conf (it belongs beside http {{ }}, not inside it).
# Set `worker_processes 1;`: encoders and the ingest process must reach the same nginx process.
# If the ingest process runs on another machine, add a line `allow play` with that machine's address.
rtmp {{
    server {{
        listen {listen};
        ping 30s;
        notify_method post;
        application {application} {{
            live on;
            wait_key on;
            publish_notify on;
            drop_idle_publisher 10s;
            on_publish {app}{hook}?token={token};
            allow publish all;
            allow play 127.0.0.1;
            deny play all;
        }}
    }}
}}
"""


def render_configuration(rtmp: str, app: str, token: str, *, local_only: bool = False) -> str:
    """Return the configuration of the RTMP application at `rtmp`.

    nginx asks the app at `app` whether an encoder may publish. It uses plain HTTP, because nginx-rtmp has no
    TLS. `local_only`: only encoders on this machine can connect.
    """
    rtmp_url = urlsplit(rtmp)
    port = rtmp_url.port or _DEFAULT_RTMP_PORT
    return _CONFIGURATION.format(
        listen=f"127.0.0.1:{port}" if local_only else port,
        application=rtmp_url.path.strip("/"),
        app=app.rstrip("/"),
        hook=PUBLISH_HOOK_PATH,
        token=token,
    )
