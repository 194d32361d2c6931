"""Schemas of values, of dicts with known fields, and what is made of several."""


def union(*schemas):
    """A schema of what fits one of several."""
    found = []
    for each in schemas:
        found += [one for one in each.get("anyOf", [each]) if one not in found]
    if {} in found:
        return {}
    rest = [each for each in found if not each.keys() & {"const", "enum"}]
    values = [value for each in found for value in each.get("enum", [each.get("const")]) if each not in rest]
    if values:
        one = {"const": values[0]} if len(values) == 1 else {"enum": sorted(values)}
        return {"anyOf": [*rest, one]} if rest else one
    if all(set(each) == {"type"} for each in found):
        return scalar(*(name for each in found for name in _several(each["type"])))
    return found[0] if len(found) == 1 else {"anyOf": found}


def scalar(*names):
    """A schema of values of these types of JSON."""
    several = sorted(set(names))
    return {"type": several[0] if len(several) == 1 else several}


def items(*schemas):
    """A schema of a list with as many items as there are schemas."""
    return {"type": "array", "prefixItems": list(schemas), "items": False, "minItems": len(schemas)}


def record(properties, optional=(), more=False):
    """A schema of a dict with these fields, and `more` of another schema, if it is one."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": more}


def joined(one, other, *, maybe=False):
    """A schema of a dict with the fields of two; those of the other replace, or may be missing if `maybe`."""
    properties = {**one["properties"], **other["properties"]}
    required = {*one["required"], *([] if maybe else other["required"])}
    kept = other["additionalProperties"]
    more = one["additionalProperties"] if kept is False else kept
    return record(properties, [name for name in properties if name not in required], more)


def finite(schema):
    """The schema with null in place of numbers that JSON does not have."""
    if isinstance(schema, dict):
        if "number" in _several(schema.get("type", [])):
            return scalar(*_several(schema["type"]), "null")
        return {key: finite(each) for key, each in schema.items()}
    return [finite(each) for each in schema] if isinstance(schema, list) else schema


def _several(value):
    return value if isinstance(value, list) else [value]
