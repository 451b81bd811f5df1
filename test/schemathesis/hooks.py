"""What schemathesis cannot know of the API from its description, and what no schema can say. See schemathesis.toml."""

import uuid

import schemathesis

# A 422 to a request that fits its schemas is a fault of the description, but for these codes of these fields.
NOT_IN_SCHEMAS = {
    ("not_found", None),  # a field names a record that is not there
    ("contradiction", None),  # two fields disagree: `limit` and `per_page`, `status` and `is_active`, `from` and `to`
    ("too_short", "roles"),  # of `a,,b` in a query
    ("mismatch", "password_confirmation"),  # another than the password
    ("wrong_password", "current_password"),  # another than one's own
    ("required", "id"),  # members to take away are in the body, unless `all=true` is in the query
    ("not_allowed", "username"),  # one without a letter or a digit, of any script
    ("invalid_format", "birth"),  # a date in the future
    ("out_of_range", "to"),  # a time before `from`
    ("not_linked", "id"),  # a link that is not there has nothing to change
    ("invalid_type", "meta"),  # of a form: a text that is a JSON object
    ("invalid_format", "username"),  # few tools know letters of all scripts in a pattern
    ("invalid_format", "timezone"),  # no format is of the names of time zones
    ("not_allowed", "is_active"),  # a sign-up takes what the setting SIGNUP gives anyway
    ("not_allowed", "status"),  # likewise
    ("not_allowed", "into"),  # a term is not merged into itself
    ("required", "type"),  # of a tree, unless it is that of a parent
    ("out_of_range", "meta"),  # whose numbers are exact, at whatever depth
}


@schemathesis.hook
def before_call(context, case, kwargs):
    """A key stands for one request; schemathesis would send the example of the description with all of them."""
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
