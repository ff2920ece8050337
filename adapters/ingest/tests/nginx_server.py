"""A real nginx with the RTMP module, in its own folder, and the hook that it calls."""

import socket
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from urllib.parse import parse_qs

from adapters.ingest.tests.polling import free_port, wait_until
from touchline.shared.tests.machine import NGINX_RTMP

_CONFIGURATION = """
load_module {module};
daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{ }}
rtmp {{
    server {{
        listen 127.0.0.1:{port};
        ping 30s;
        notify_method post;
        application live {{
            live on;
            wait_key on;
            publish_notify on;
            drop_idle_publisher 10s;
            on_publish http://127.0.0.1:{hook}/live/hooks/publish;
        }}
    }}
}}
"""


class NginxServer:
    """An nginx that runs inside a `with` block. `application` is the URL that it receives on."""

    def __init__(self, key: str) -> None:
        self._hook_server = ThreadingHTTPServer(("127.0.0.1", 0), _create_hook_handler(key))
        self._port = free_port()
        self.application = f"rtmp://127.0.0.1:{self._port}/live"
        self._folder = tempfile.TemporaryDirectory(prefix="nginx")

    def __enter__(self) -> "NginxServer":
        threading.Thread(target=self._hook_server.serve_forever, daemon=True).start()
        configuration = Path(self._folder.name) / "nginx.conf"
        configuration.write_text(
            _CONFIGURATION.format(
                module=NGINX_RTMP,
                folder=self._folder.name,
                port=self._port,
                hook=self._hook_server.server_port,
            )
        )
        self._process = subprocess.Popen(
            ["/usr/sbin/nginx", "-c", str(configuration), "-p", self._folder.name], stderr=subprocess.DEVNULL
        )
        wait_until(self._is_listening)
        return self

    def _is_listening(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self._port)):
                return True
        except ConnectionRefusedError:
            return False

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait()
        self._hook_server.shutdown()
        self._hook_server.server_close()
        self._folder.cleanup()


def _create_hook_handler(key: str) -> type[BaseHTTPRequestHandler]:
    class HookHandler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            form = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(204 if form["name"] == [key] else 403)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            return

    return HookHandler
