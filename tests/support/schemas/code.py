"""`Code`: the package as mypy sees it, and the schemas of its types."""

import ast
from importlib import import_module
from pathlib import Path

from mypy import types as t
from mypy.build import BuildSource, build
from mypy.expandtype import expand_type_by_instance
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import Decorator, Expression, Node, TypeInfo, Var
from mypy.options import Options
from tests.support.schemas.forms import finite, items, record, scalar, union
from tests.support.schemas.functions import Function

import whistsolve as ws

PYTHON = Path(__file__).resolve().parents[3] / "python"
_SCALARS = {"int": "integer", "float": "number", "str": "string", "bool": "boolean"}
_LISTS = ("list", "tuple", "Sequence", "frozenset", "Iterable", "Iterator", "Collection")
#: Classes that are text in views, beside acts and calls.
_TEXTS = ("Card", "Hand", "Strain", "Suit")
#: Attributes of mypy's nodes that are not below them.
_ELSEWHERE = ("node", "info", "type", "definition", "analyzed", "setter")


def _path(module):
    path = PYTHON / module.replace(".", "/")
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _expressions(node, seen):
    """The expressions below a node of mypy."""
    if isinstance(node, (list, tuple)):
        for each in node:
            yield from _expressions(each, seen)
    elif isinstance(node, Node) and not isinstance(node, TypeInfo) and id(node) not in seen:
        seen.add(id(node))
        if isinstance(node, Expression):
            yield node
        for name in dir(node):
            if not name.startswith("_") and name not in _ELSEWHERE:
                yield from _expressions(getattr(node, name, None), seen)


def _type_of(node):
    """The type of an attribute or property."""
    if isinstance(node, Var):
        return node.type
    if isinstance(node, Decorator):
        kind = t.get_proper_type(node.var.type)
        return kind.ret_type if isinstance(kind, t.CallableType) else kind
    return None


class Code:
    """The package as mypy sees it, and the schemas of its types; those of classes are in `defs`."""

    def __init__(self, modules):
        options = Options()
        options.export_types = options.preserve_asts = True
        options.explicit_package_bases = options.namespace_packages = True
        options.mypy_path, options.incremental = [str(PYTHON)], False
        self._result = build([BuildSource(str(_path(each)), each) for each in modules], options)
        assert not self._result.errors, self._result.errors
        self.defs, self._read = {}, {}

    def module(self, name):
        """The tree of a module, and the types of its expressions by their places."""
        if name not in self._read:
            places, types = {}, self._result.types
            for each in _expressions(self._result.files[name].defs, set()):
                if each in types:
                    places[each.line, each.column, each.end_line, each.end_column] = types[each]
            self._read[name] = ast.parse(_path(name).read_text("utf-8")), places
        return self._read[name]

    def of_type(self, kind, plainly=False):
        """The schema of a type's values; `plainly` as views have them: objects of their fields."""
        kind = t.get_proper_type(kind)
        match kind:
            case t.NoneType():
                return scalar("null")
            case t.UnionType():
                return union(*(self.of_type(each, plainly) for each in kind.items))
            case t.LiteralType():
                return {"const": kind.value} if isinstance(kind.value, str) else self.of_type(kind.fallback)
            case t.TypeVarType():
                return self.of_type(kind.upper_bound, plainly)
            case t.TupleType() if kind.partial_fallback.type.get("as_dict"):
                return self.of_class(kind.partial_fallback)
            case t.TupleType():
                return items(*(self.of_type(each, plainly) for each in kind.items))
            case t.Instance():
                return self._of_instance(kind, plainly)
        return {}

    def _of_instance(self, kind, plainly):
        name, args = kind.type.name, [self.of_type(each, plainly) for each in kind.args]
        if name in _SCALARS:
            return scalar(_SCALARS[name])
        if name in _LISTS:
            return {"type": "array", "items": args[0]}
        if name in ("dict", "Mapping"):
            return {"type": "object", "additionalProperties": args[1]}
        if not kind.type.fullname.startswith("whistsolve."):
            return {}
        if not plainly:
            return self.of_class(kind) if kind.type.get("as_dict") else scalar("string")
        if name == "Rules":
            return self.rules()
        if name in _TEXTS or (kind.type.module_name.endswith((".acts", ".calls")) and name != "CalledHand"):
            return scalar("string")
        fields = self.class_of(kind).__dataclass_fields__
        return self._defined(name, lambda: record({each: self.of_field(kind, each, True) for each in fields}))

    @staticmethod
    def class_of(own):
        """The class of an instance itself."""
        return getattr(import_module(own.type.module_name), own.type.name)

    def type_of(self, own, name):
        """The type of an attribute or property of an instance."""
        for base in own.type.mro:
            found = base.names.get(name)
            if found is not None and (kind := _type_of(found.node)) is not None:
                return expand_type_by_instance(kind, map_instance_to_supertype(own, base))
        raise AssertionError(f"{own} has no {name}")

    def of_field(self, own, name, plainly=False):
        """The schema of an attribute or property, with null for numbers that JSON does not have."""
        return finite(self.of_type(self.type_of(own, name), plainly))

    def of_fields(self, own, names=None):
        """The schema of a dict of attributes, by default all of a dataclass."""
        names = self.class_of(own).__dataclass_fields__ if names is None else names
        return record({each: self.of_field(own, each) for each in names})

    def flat(self, schema):
        """The schema of a dict without references and alternatives."""
        if "$ref" in schema:
            return self.flat(self.defs[schema["$ref"].removeprefix("#/$defs/")])
        if "anyOf" not in schema:
            more = schema.get("additionalProperties", True)
            return schema if "properties" in schema else record({}, more=more)
        several = [self.flat(each) for each in schema["anyOf"]]
        found, optional = {}, set()
        for name in dict.fromkeys(name for each in several for name in each["properties"]):
            found[name] = union(*(each["properties"][name] for each in several if name in each["properties"]))
            if not all(name in each["required"] for each in several):
                optional.add(name)
        return record(found, optional)

    def rules(self):
        """Options by name, all of which may be left out."""
        own = t.Instance(self._result.files["whistsolve.rules.rules"].names["Rules"].node, [])
        names = [option.name for option in ws.Rules.options()]
        return self._defined("Rules", lambda: self.of_fields(own, names) | {"required": []})

    def _defined(self, name, make):
        """A reference to a schema that is made once."""
        if name not in self.defs:
            self.defs[name] = {}  # which may refer to itself
            self.defs[name] = make()
        return {"$ref": f"#/$defs/{name}"}

    def of_class(self, own):
        """The schema of what an instance's ``as_dict`` returns."""
        if own.type.name == "HandView":  # it is by fields
            return self.of_type(own, plainly=True)
        return self._defined(own.type.name, lambda: self.of_method(own, "as_dict"))

    def of_method(self, own, name, after=None):
        """The schema of what a method returns, perhaps of the first class after another in the order."""
        order = own.type.mro
        if after is not None:
            order = order[[each.fullname for each in order].index(after.fullname) + 1 :]
        base = next(each for each in order if name in each.names)
        tree = self.module(base.module_name)[0]
        for part in (base.name, name):
            tree = next(each for each in tree.body if getattr(each, "name", "") == part)
        return Function(self, base.module_name, tree, own, base).returned()
