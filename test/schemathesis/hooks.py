"""Rules of the API that its description cannot express, for schemathesis. See schemathesis.toml."""

import uuid

import schemathesis

# A 422 for a request that fits its schemas is a fault of the description, except for these codes of these fields.
NOT_IN_SCHEMAS = {
    ("not_found", None),  # a field refers to a missing record
    ("contradiction", None),  # two fields disagree: `limit` and `per_page`, `status` and `is_active`, `from` and `to`
    ("too_short", "roles"),  # of `a,,b` in a query
    ("mismatch", "password_confirmation"),  # differs from the password
    ("wrong_password", "current_password"),  # differs from the caller's own
    ("required", "id"),  # members to remove are in the body, unless `all=true` is in the query
    ("not_allowed", "username"),  # without a letter or digit of any script
    ("invalid_format", "birth"),  # a date in the future
    ("out_of_range", "to"),  # a time before `from`
    ("not_linked", "id"),  # a missing link cannot be changed
    ("invalid_type", "meta"),  # in a form: text that is a JSON object
    ("invalid_format", "username"),  # few tools support letters of all scripts in a pattern
    ("invalid_format", "timezone"),  # there is no format for the names of time zones
    ("not_allowed", "is_active"),  # a sign-up accepts only the value that the setting SIGNUP gives
    ("not_allowed", "status"),  # likewise
    ("not_allowed", "into"),  # a term cannot be merged into itself
    ("required", "type"),  # of a tree, unless a parent is given
    ("out_of_range", "meta"),  # numbers in it must be exact at any depth
}


@schemathesis.hook
def before_call(context, case, kwargs):
    """A key identifies one request; schemathesis would send the description's example with all requests."""
    if case.headers and "Idempotency-Key" in case.headers and case.meta.generation.mode.is_positive:
        case.headers["Idempotency-Key"] = str(uuid.uuid4())


@schemathesis.check
def accepted_unless_no_schema_says(ctx, response, case):
    if response.status_code != 422 or not case.meta or not case.meta.generation.mode.is_positive:
        return
    body = response.json()
    details = body["details"] or [{"code": body["code"], "field": "", "message": body["errors"]}]
    unexpected = [
        detail["message"]
        for detail in details
        if not {(detail["code"], None), (detail["code"], detail["field"].split(".")[-1])} & NOT_IN_SCHEMAS
    ]
    assert not unexpected, f"A request that fits the description is refused: {unexpected}"
