"""What an nginx with its RTMP module must be told, so that encoders may publish to it and we may pull."""

from __future__ import annotations

from urllib.parse import urlsplit

HOOK = "/live/hooks/publish"
"""Where an app is asked whether an encoder may publish."""
_STANDARD_PORT = 1935
_CONFIGURATION = """\
# nginx with the RTMP module, for TOUCHLINE_INGEST=nginx. Debian: apt-get install nginx libnginx-mod-rtmp,
# and put this into /etc/nginx/modules-enabled/90-touchline.conf (it belongs beside http {{ }}, not into it).
# It needs `worker_processes 1;`: an encoder and who pulls from it must come to the same process of nginx.
# Where the ingest process runs on another machine: one more line `allow play` with that machine's address.
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


def configuration(rtmp: str, app: str, token: str, *, here_alone: bool = False) -> str:
    """The configuration for the RTMP application at `rtmp`. It asks the app at `app` whether an encoder may
    publish; over http alone, nginx-rtmp speaks no TLS. `here_alone`: for encoders on this machine."""
    found = urlsplit(rtmp)
    port = found.port or _STANDARD_PORT
    return _CONFIGURATION.format(
        listen=f"127.0.0.1:{port}" if here_alone else port,
        application=found.path.strip("/"),
        app=app.rstrip("/"),
        hook=HOOK,
        token=token,
    )
