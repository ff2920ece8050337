"""The provider's pages and calls, below `/google` and `/facebook`."""

import secrets
from typing import Any

from authlib.oauth2 import OAuth2Error
from flask import Blueprint, Flask, Response, abort, jsonify, make_response, render_template, request
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from adapters.social.fake_provider.people import PEOPLE, chosen
from adapters.social.fake_provider.protocol import Provider
from adapters.social.providers import FACEBOOK, GOOGLE

LOOPBACK = "127.0.0.1"


def serve(port: int) -> BaseWSGIServer:
    """A server on loopback, its socket open (port 0: any free one); `serve_forever` runs it."""
    app = Flask(__name__)
    server = make_server(LOOPBACK, port, app, threaded=True, request_handler=_Quiet)
    for name in (GOOGLE, FACEBOOK):
        provider = Provider(app, name, f"http://{LOOPBACK}:{server.server_port}/{name}")
        app.register_blueprint(routes_of(provider), url_prefix=f"/{name}")
        app.extensions[name] = provider
    return server


def routes_of(provider: Provider) -> Blueprint:
    """The routes of one issuer."""
    routes = Blueprint(provider.name, __name__)

    @routes.get("/.well-known/openid-configuration")
    def describe() -> Response:
        """The discovery document."""
        return jsonify(provider.description())

    @routes.get("/jwks")
    def keys() -> Response:
        """The key that signatures are checked with."""
        return jsonify(keys=[provider.key.as_dict(private=False)])

    @routes.get("/authorize")
    def ask() -> Response:
        """The page of choice."""
        return _ask(provider)

    @routes.post("/authorize")
    def answer() -> Any:
        """What was chosen there."""
        return _answer(provider)

    @routes.post("/token")
    def exchange() -> Any:
        """A code for an ID token."""
        return provider.create_token_response()

    @routes.get("/userinfo")
    def tell() -> Response:
        """Who an access token is for (OpenID Connect Core, 5.3)."""
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        person = provider.people.get(token) or abort(401)
        response: Response = jsonify(person.claims(provider.name))
        return response

    return routes


def _ask(provider: Provider) -> Response:
    """The page of choice; a request that is wrong is told so, and nobody is sent anywhere."""
    try:
        provider.get_consent_grant()
    except OAuth2Error as error:
        return _page("refused.html", 400, error=error.error, description=error.description)
    return _page("choose.html", 200, provider=provider.name, people=PEOPLE)


def _answer(provider: Provider) -> Any:
    """Back to the site, with a code, or with `access_denied` for somebody who would rather not say."""
    try:
        grant = provider.get_consent_grant()
    except OAuth2Error as error:
        return _page("refused.html", 400, error=error.error, description=error.description)
    return provider.create_authorization_response(grant=grant, grant_user=chosen(request.form))


def _page(template: str, status: int, **facts: Any) -> Response:
    """CSP says nothing of `form-action`: it would also hold for where the form's answer leads."""
    nonce = secrets.token_urlsafe(16)
    response = make_response(render_template(template, nonce=nonce, **facts), status)
    response.headers["Content-Security-Policy"] = (
        f"default-src 'none'; style-src 'nonce-{nonce}'; base-uri 'none'; frame-ancestors 'none'"
    )
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


class _Quiet(WSGIRequestHandler):
    """Logs requests without their queries, which hold states and challenges."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Method, path, status."""
        self.log("info", "%s %s %s", self.command, self.path.partition("?")[0], code)
