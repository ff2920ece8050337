"""Adapters for port `touchline.shared.error_reports.ErrorReports`: destinations of error reports."""
