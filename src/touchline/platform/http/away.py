"""What is answered while the database is away: 503 in plain words, to people who open a page as a page."""

from __future__ import annotations

import logging

from flask import Flask, Response, current_app, g, request
from sqlalchemy.exc import SQLAlchemyError

from touchline.platform.db.away import is_away
from touchline.platform.http.errors import ours, problem
from touchline.shared.defaults import LANGUAGE
from touchline.shared.error_reports import ErrorReports, report_of
from touchline.shared.errors import NOT_NOW, Unavailable

log = logging.getLogger(__name__)
_REPORTS = "reports_of_the_database"
SECONDS = 10
"""After which it is worth while to ask again."""
_WORDS = {
    "en": (
        "We will be right back",
        "This site cannot show its pages at the moment. What is playing goes on. Please try again in a few"
        " minutes; this page does so by itself.",
        "Try again",
    ),
    "fr": (
        "Nous revenons tout de suite",
        "Ce site ne peut pas afficher ses pages pour le moment. Ce qui est en cours de lecture continue."
        " Veuillez réessayer dans quelques minutes\u00a0; cette page le fait d’elle-même.",
        "Réessayer",
    ),
}
_PAGE = (
    '<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
    '<meta name="robots" content="noindex"></head>'
    '<body><main><h1>{title}</h1><p>{text}</p><p><a href="">{again}</a></p></main></body></html>\n'
)


def install(app: Flask, reports: ErrorReports | None = None) -> None:
    """Answer what the database fails with."""
    app.extensions[_REPORTS] = reports
    app.register_error_handler(SQLAlchemyError, failed)


def failed(error: SQLAlchemyError) -> Response:
    """503 while the database is away; any other failure is ours."""
    if not is_away(error):
        return ours(error)
    log.error("%s: the database is away (%s)", request.endpoint, type(error).__name__)
    _report(error)
    answer = _page() if _opens_a_page() else problem(503, Unavailable.code, NOT_NOW)
    answer.headers["Retry-After"] = str(SECONDS)
    return answer


def _report(error: SQLAlchemyError) -> None:
    reports: ErrorReports | None = current_app.extensions.get(_REPORTS)
    if reports is not None:
        where = f"{request.method} {request.url_rule.rule if request.url_rule else '(no route)'}"
        reports.report(report_of(error, "server", request_id=g.get("request_id", ""), where=where))


def _opens_a_page() -> bool:
    if request.method != "GET" or request.path.startswith(("/api/", "/media/")):
        return False
    return request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"


def _page() -> Response:
    language = request.accept_languages.best_match(list(_WORDS)) or LANGUAGE
    title, text, again = _WORDS[language]
    body = _PAGE.format(language=language, title=title, text=text, again=again)
    answer = Response(body, 503, mimetype="text/html")
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Content-Language"] = language
    answer.headers["Refresh"] = str(SECONDS)
    return answer
