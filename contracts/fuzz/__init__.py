"""Fuzzing of every call in the OpenAPI document, as nobody, a visitor, a viewer and an operator.

No response may be a server error or have a form that the document does not declare.
"""
