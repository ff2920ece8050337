"""Import of a schedule: reads CSV and iCalendar files, compares them with the document, and applies them."""
