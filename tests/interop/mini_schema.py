"""The part of JSON Schema that docs/schema uses; a keyword that is not known here is an error, never ignored."""

import re

TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
}
ANNOTATIONS = {"$schema", "title", "description"}
IS_NUMBER = TYPES["number"]


def same(a, b):
    return type(a) is type(b) and a == b


def errors(value, schema, where="$"):
    """Yields one sentence for each way in which the value breaks the schema."""
    for key, rule in schema.items():
        if key in ANNOTATIONS:
            continue
        if key == "type":
            names = rule if isinstance(rule, list) else [rule]
            if not any(TYPES[name](value) for name in names):
                yield f"{where} is not of type {rule}"
        elif key == "const":
            if not same(value, rule):
                yield f"{where} is not {rule!r}"
        elif key == "enum":
            if not any(same(value, each) for each in rule):
                yield f"{where} = {value!r} is none of {rule}"
        elif key == "anyOf":
            if all(list(errors(value, each, where)) for each in rule):
                yield f"{where} fits none of the alternatives"
        elif key == "pattern":
            if isinstance(value, str) and not re.search(rule, value):
                yield f"{where} does not match {rule}"
        elif key == "minLength":
            if isinstance(value, str) and len(value) < rule:
                yield f"{where} is too short"
        elif key in ("minItems", "maxItems"):
            if isinstance(value, list) and (
                len(value) < rule if key == "minItems" else len(value) > rule
            ):
                yield f"{where} breaks {key} {rule}"
        elif key in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
            fits = {
                "minimum": lambda v: v >= rule,
                "maximum": lambda v: v <= rule,
                "exclusiveMinimum": lambda v: v > rule,
                "exclusiveMaximum": lambda v: v < rule,
            }[key]
            if IS_NUMBER(value) and not fits(value):
                yield f"{where} = {value} breaks {key} {rule}"
        elif key == "required":
            for name in rule:
                if isinstance(value, dict) and name not in value:
                    yield f"{where}.{name} is missing"
        elif key == "properties":
            for name, inner in rule.items():
                if isinstance(value, dict) and name in value:
                    yield from errors(value[name], inner, f"{where}.{name}")
        elif key == "additionalProperties":
            for name in value if isinstance(value, dict) else {}:
                if name in schema.get("properties", {}):
                    continue
                if rule is False:
                    yield f"{where}.{name} is not a known field"
                else:
                    yield from errors(value[name], rule, f"{where}.{name}")
        elif key == "items":
            for i, item in enumerate(value if isinstance(value, list) else []):
                yield from errors(item, rule, f"{where}[{i}]")
        else:
            raise AssertionError(f"the schema uses {key}, which this checker does not know")
