"""Responses while the database is unavailable: 503, as a page for people who open a page."""

from __future__ import annotations

import logging

from flask import Flask, Response, current_app, g, request
from sqlalchemy.exc import SQLAlchemyError

from touchline.platform.db.availability import is_unavailable
from touchline.platform.http.errors import handle_internal_error, problem_response
from touchline.shared.defaults import LANGUAGE
from touchline.shared.error_reports import ErrorReports, report_from_exception
from touchline.shared.errors import TEMPORARILY_UNAVAILABLE

log = logging.getLogger(__name__)
_REPORTS_EXTENSION = "database_error_reports"
RETRY_AFTER_SECONDS = 10
"""Seconds before clients should retry."""
_TEXTS = {
    "en": (
        "We’ll be right back",
        "This site can’t load its pages right now. Videos that are playing continue. Please try again in a"
        " few minutes. This page also reloads automatically.",
        "Try again",
    ),
    "fr": (
        "De retour bientôt",
        "Le site ne peut pas afficher ses pages pour le moment. Les vidéos en cours de lecture continuent."
        " Réessayez dans quelques minutes. Cette page se recharge aussi automatiquement.",
        "Réessayer",
    ),
}
_PAGE_TEMPLATE = (
    '<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
    '<meta name="robots" content="noindex"></head>'
    '<body><main><h1>{title}</h1><p>{text}</p><p><a href="">{again}</a></p></main></body></html>\n'
)


def install(app: Flask, reports: ErrorReports | None = None) -> None:
    """Handle database errors."""
    app.extensions[_REPORTS_EXTENSION] = reports
    app.register_error_handler(SQLAlchemyError, handle_database_error)


def handle_database_error(error: SQLAlchemyError) -> Response:
    """Respond with 503 while the database is unavailable. Other failures are server errors."""
    if not is_unavailable(error):
        return handle_internal_error(error)
    log.error("%s: the database is unavailable (%s)", request.endpoint, type(error).__name__)
    _report(error)
    response = _build_page() if _wants_html() else problem_response(503, TEMPORARILY_UNAVAILABLE)
    response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


def _report(error: SQLAlchemyError) -> None:
    reports: ErrorReports | None = current_app.extensions.get(_REPORTS_EXTENSION)
    if reports is not None:
        location = f"{request.method} {request.url_rule.rule if request.url_rule else '(no route)'}"
        reports.report(
            report_from_exception(error, "server", request_id=g.get("request_id", ""), location=location)
        )


def _wants_html() -> bool:
    if request.method != "GET" or request.path.startswith(("/api/", "/media/")):
        return False
    return request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"


def _build_page() -> Response:
    language = request.accept_languages.best_match(list(_TEXTS)) or LANGUAGE
    title, text, retry_label = _TEXTS[language]
    body = _PAGE_TEMPLATE.format(language=language, title=title, text=text, again=retry_label)
    response = Response(body, 503, mimetype="text/html")
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = language
    response.headers["Refresh"] = str(RETRY_AFTER_SECONDS)
    return response
