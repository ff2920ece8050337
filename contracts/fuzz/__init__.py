"""Every call of the OpenAPI document, asked what nobody would ask, as a stranger, a visitor, a viewer and an
operator: no answer is a failure of ours, and none is of a form that the document does not name."""
