"""Templates of the nginx configuration. Paths are quoted, so they may contain spaces."""

MAIN_TEMPLATE = """\
# nginx in front of Touchline, written by `touchline nginx`: write it anew instead of changing it.
{modules}{user}{private}pcre_jit on;
worker_processes {processes};
{files}# Lines of the error log show whole requests, and with them keys and signed addresses. What becomes of
# requests stands in the access log, with the app's answers.
error_log stderr alert;
events {{
    worker_connections 8192;
}}
http {{
{http}}}
{rtmp}"""

STANDALONE_TEMPLATE = """\
daemon off;
pid "{folder}/pid";
"""

HTTP_TEMPLATE = """\
server_tokens off;
sendfile on;
tcp_nopush on;
keepalive_timeout 65s;
reset_timedout_connection on;
types_hash_max_size 2048;
variables_hash_max_size 2048;
{private}\
map $request_uri $touchline_shown {{
    # no line of a log holds a signed address, or a key in a query
    "~^/media/[^/]+/(?<file>[^?]*)" /media/-/$file;
    "~^(?<page>[^?]*)" $page;
}}
map $http_x_request_id $touchline_request {{
    default $request_id;
    "~^[A-Za-z0-9-]{{8,64}}$" $http_x_request_id;
}}
map $uri $touchline_policy {{
    default "{policy}";
    "~[.]m?js$" "";
}}
map $http_x_forwarded_proto $touchline_hsts {{
    default "";
    "~*https" "{hsts}";
}}
log_format touchline '$remote_addr [$time_iso8601] "$request_method $touchline_shown" $status '
                     '$body_bytes_sent $request_time app=$upstream_status/$upstream_response_time '
                     'request_id=$touchline_request';
access_log "{log}" touchline buffer=64k flush=5s;
{counted}limit_req_zone $touchline_counted zone=touchline_requests:10m rate=200r/s;
limit_conn_zone $touchline_counted zone=touchline_connections:10m;
limit_req_status 429;
limit_conn_status 429;
upstream touchline {{
{apps}    keepalive 64;
    keepalive_timeout 10s;
}}
{media}\
{hooks}\
server {{
{server}}}
"""

SENDER_MAP_TEMPLATE = """\
map $http_x_forwarded_for $touchline_sender {{
    default $remote_addr;
    "~(?<touchline_last>[^, ]+){others} *$" $touchline_last;
}}
"""

RATE_LIMIT_TEMPLATE = """\
geo {sender} $touchline_counted_as {{
    # this machine's own programs are not counted
    default 1;
    127.0.0.1 0;
    ::1 0;
}}
map $touchline_counted_as $touchline_counted {{
    default {sender};
    0 "";
}}
"""
"""The limits are generous, because a school can have one address for hundreds of viewers."""

HOOKS_TEMPLATE = """\
# nginx's own question whether an encoder may publish: whichever app stands answers it.
server {{
    listen {listen};
    location = {path} {{
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
        proxy_set_header X-Request-Id $touchline_request;
        proxy_connect_timeout 2s;
        proxy_read_timeout 10s;
        proxy_next_upstream error timeout;
        proxy_next_upstream_tries 2;
        proxy_pass http://touchline;
    }}
    location / {{
        return 404;
    }}
}}
"""

TLS_TEMPLATE = """\
ssl_certificate "{certificate}";
ssl_certificate_key "{key}";
ssl_protocols TLSv1.2 TLSv1.3;
ssl_session_cache shared:touchline_tls:10m;
"""

SERVER_TEMPLATE = """\
listen {listen};
server_name _;
{tls}\
client_max_body_size 2m;
client_header_timeout 10s;
client_body_timeout 20s;
send_timeout 60s;
limit_conn touchline_connections 2000;
proxy_http_version 1.1;
proxy_set_header Connection "";
proxy_set_header Host $http_host;
proxy_set_header X-Forwarded-For {sender};
proxy_set_header X-Forwarded-Proto "{scheme}";
proxy_set_header X-Forwarded-Host "{host}";
proxy_set_header X-Request-Id $touchline_request;
proxy_set_header traceparent "";
{country}proxy_connect_timeout 2s;
proxy_read_timeout 60s;
proxy_next_upstream error timeout;
proxy_next_upstream_tries 2;
proxy_buffers 16 16k;
charset utf-8;
charset_types text/css text/javascript text/vtt;
gzip_vary on;
gzip_types text/css text/javascript image/svg+xml application/json;
types {{
{types}}}
default_type application/octet-stream;
location / {{
    limit_req zone=touchline_requests burst=2000 nodelay;
    proxy_pass http://touchline;
}}
location @touchline {{
    proxy_pass http://touchline;
}}
location @release {{
    # while two releases stand side by side, one app has what the other does not
    proxy_next_upstream error timeout http_404;
    proxy_pass http://touchline;
}}
location ~ ^/assets/[A-Za-z0-9_-][A-Za-z0-9._-]*$ {{
    root "{dist}";
    gzip on;
    error_page 301 403 404 = @release;
{headers}    add_header Cache-Control "public, max-age=31536000, immutable";
    add_header Content-Security-Policy $touchline_policy;
}}
location ~ "^/files/[a-z0-9-]+/[0-9a-f]{{12}}-[A-Za-z0-9._-]+$" {{
    root "{var}";
    gzip on;
    error_page 301 403 404 = @touchline;
{headers}    add_header Cache-Control "public, max-age=31536000, immutable";
    add_header Content-Security-Policy "default-src 'none'; style-src 'unsafe-inline'; sandbox";
}}
{media}"""
