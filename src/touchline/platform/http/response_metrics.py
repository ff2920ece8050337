"""Metrics of responses: their count and duration, by method, endpoint and status."""

import time

from flask import Flask, Response, g, request

from touchline.platform.observability import metrics


def install(app: Flask) -> None:
    """Count every response."""
    app.after_request(_count_response)


def _count_response(response: Response) -> Response:
    duration = time.perf_counter() - g.started if "started" in g else None
    metrics.count_response(request.method, request.endpoint or "(none)", response.status_code, duration)
    return response
