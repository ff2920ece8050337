"""Port `touchline.shared.error_reports.ErrorReports`: who is told what went wrong."""
