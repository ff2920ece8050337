"""Pages and endpoints of the provider, below `/google` and `/facebook`."""

import secrets
from typing import Any

from authlib.oauth2 import OAuth2Error
from flask import Blueprint, Flask, Response, abort, jsonify, make_response, render_template, request
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from adapters.social.fake_provider.demo_people import DEMO_PEOPLE, get_selected_person
from adapters.social.fake_provider.protocol import FakeProvider
from adapters.social.providers import FACEBOOK, GOOGLE

LOOPBACK = "127.0.0.1"


def create_server(port: int) -> BaseWSGIServer:
    """Return a server with an open socket on loopback (port 0: any free port).

    `serve_forever` runs it.
    """
    app = Flask(__name__)
    server = make_server(LOOPBACK, port, app, threaded=True, request_handler=_QuietRequestHandler)
    for name in (GOOGLE, FACEBOOK):
        provider = FakeProvider(app, name, f"http://{LOOPBACK}:{server.server_port}/{name}")
        app.register_blueprint(create_blueprint(provider), url_prefix=f"/{name}")
        app.extensions[name] = provider
    return server


def create_blueprint(provider: FakeProvider) -> Blueprint:
    """Return the routes of an issuer."""
    routes = Blueprint(provider.name, __name__)

    @routes.get("/.well-known/openid-configuration")
    def get_discovery_document() -> Response:
        """Return the discovery document."""
        return jsonify(provider.get_discovery_document())

    @routes.get("/jwks")
    def get_keys() -> Response:
        """Return the key for checking signatures."""
        return jsonify(keys=[provider.key.as_dict(private=False)])

    @routes.get("/authorize")
    def show_authorization() -> Response:
        """Return the page where the user chooses a person."""
        return _authorization_page(provider)

    @routes.post("/authorize")
    def submit_authorization() -> Any:
        """Process the user's choice."""
        return _complete_authorization(provider)

    @routes.post("/token")
    def create_token() -> Any:
        """Exchange a code for an ID token."""
        return provider.create_token_response()

    @routes.get("/userinfo")
    def get_user_info() -> Response:
        """Return the person that an access token was issued for (OpenID Connect Core, 5.3)."""
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        person = provider.people_by_token.get(token) or abort(401)
        response: Response = jsonify(person.claims(provider.name))
        return response

    return routes


def _authorization_page(provider: FakeProvider) -> Response:
    """Return the page where the user chooses a person.

    An invalid request gets an error page and no redirect.
    """
    try:
        provider.get_consent_grant()
    except OAuth2Error as error:
        return _render_page("refused.html", 400, error=error.error, description=error.description)
    return _render_page("choose.html", 200, provider=provider.name, people=DEMO_PEOPLE)


def _complete_authorization(provider: FakeProvider) -> Any:
    """Redirect to the site with a code, or with `access_denied` if the user chose nobody."""
    try:
        grant = provider.get_consent_grant()
    except OAuth2Error as error:
        return _render_page("refused.html", 400, error=error.error, description=error.description)
    return provider.create_authorization_response(grant=grant, grant_user=get_selected_person(request.form))


def _render_page(template: str, status: int, **template_context: Any) -> Response:
    """Render a page.

    The CSP has no `form-action`, because it would also apply to the redirect after the form.
    """
    nonce = secrets.token_urlsafe(16)
    response = make_response(render_template(template, nonce=nonce, **template_context), status)
    response.headers["Content-Security-Policy"] = (
        f"default-src 'none'; style-src 'nonce-{nonce}'; base-uri 'none'; frame-ancestors 'none'"
    )
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


class _QuietRequestHandler(WSGIRequestHandler):
    """Request handler that logs requests without their query strings, which contain states and challenges."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Log the method, path and status."""
        self.log("info", "%s %s %s", self.command, self.path.partition("?")[0], code)
