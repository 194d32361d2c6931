"""`Function`: the schemas of expressions in a function, above all of the dicts that it makes."""

import ast
from importlib import import_module

from mypy import types as t
from tests.support.schemas.forms import finite, items, joined, record, scalar, union

import whistsolve as ws
from whistsolve import tabular

#: Functions that make columns of tables, with the type of their cells.
_CELLS = {"texts": "string", "integers": "integer", "numbers": "number", "flags": "boolean"}
#: The types of the kinds of their cells.
_KINDS = {getattr(tabular, made)([]).kind: kind for made, kind in _CELLS.items()}


def _bound(target, value, name):
    """What an assignment binds a name to, and the item of it, if any; ``None`` if it does not."""
    if isinstance(target, ast.Name):
        return (value, None) if target.id == name else None
    if isinstance(target, ast.Tuple):
        for i, each in enumerate(target.elts):
            if isinstance(value, ast.Tuple):
                if found := _bound(each, value.elts[i], name):
                    return found
            elif isinstance(each, ast.Name) and each.id == name:
                return value, i
    return None


class Function:
    """A function as a place of expressions: its module, its tree, and the type of ``self``."""

    def __init__(self, code, module, tree, own=None, base=None):
        self.code, self.module, self.tree, self.own, self.base = code, module, tree, own, base
        self.places = code.module(module)[1]

    def returned(self, at=None):
        """The schema of what is returned, or of an item of the tuples that are."""
        found = [each.value for each in ast.walk(self.tree) if isinstance(each, ast.Return)]
        return union(*(self.of(each if at is None else each.elts[at]) for each in found))

    def type(self, node):
        """The type that mypy finds for an expression."""
        return self.places.get((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset))

    def of(self, node):
        """The schema of an expression's values."""
        match node:
            case ast.Dict():
                return self.of_dict(node)
            case ast.DictComp():
                return self.of_comprehension(node)
            case ast.List():
                return items(*map(self.of, node.elts))
            case ast.ListComp():
                return {"type": "array", "items": self.of(node.elt)}
            case ast.IfExp():
                return union(self.of(node.body), self.of(node.orelse))
            case ast.Name() if (found := self.of_variable(node)) is not None:
                return found
            case ast.Subscript(value=ast.Call() as call, slice=ast.Constant(value=str(key))):
                return self.code.flat(self.of(call))["properties"][key]
            case ast.Call():
                return self.of_call(node)
        return self.of_mypy(node)

    def instance(self, node):
        """The instance that an expression is of."""
        return self.own if ast.unparse(node) == "self" else t.get_proper_type(self.type(node))

    def of_mypy(self, node):
        """The schema of the type that mypy finds, or if it says too little of the property."""
        kind = self.type(node)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self" and self.own is not None:
            if str(kind) == "dict[str, object]":
                return self.code.of_method(self.own, node.attr)
            return self.code.of_type(self.code.type_of(self.own, node.attr))
        return {} if kind is None else self.code.of_type(kind)

    def of_comprehension(self, node):
        """The schema of a dict that is made of others, of attributes by their names, or of any keys."""
        names, source = self.names(node), node.generators[0].iter
        if ast.unparse(source) == "_COLUMNS.items()":
            return record(
                {name: scalar(_KINDS[made([]).kind], "null") for name, made in self.evaluated(source)}
            )
        if ast.unparse(source).endswith(".items()") and isinstance(source.func.value, ast.Call):
            made = self.of(source.func.value)
            if "properties" not in made and (called := self.function(source.func.value)) is not None:
                made = called.returned()
            if "properties" in made:
                return finite(made)
        if names is None:
            return {"type": "object", "additionalProperties": self.of(node.value)}
        calls = [each for each in ast.walk(node.value) if isinstance(each, ast.Call)]
        got = next(each for each in calls if ast.unparse(each.func) == "getattr")
        if ast.unparse(node.value) in (ast.unparse(got), f"json_value({ast.unparse(got)})"):
            return self.code.of_fields(self.instance(got.args[0]), names)
        return record({name: {} for name in names})

    def of_dict(self, node):
        """The schema of a dict that is written out, with those that are spread in it."""
        found = record({})
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                found = joined(found, self.code.flat(self.of(value)))
            else:
                found = joined(found, record({key.value: self.of(value)}))
        return found

    def of_variable(self, node):
        """The schema of a variable whose type says less than what is put into it; ``None`` for others."""
        kinds = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)
        before = [
            each for each in ast.walk(self.tree) if isinstance(each, kinds) and each.lineno < node.lineno
        ]
        assigned = [each for each in before if isinstance(each, ast.Assign)]
        bound = (_bound(each.targets[0], each.value, node.id) for each in assigned)
        written = any(each is not None and isinstance(each[0], ast.Dict) for each in bound)
        kind = self.type(node)
        if kind is None or not (written or "object" in str(kind) or "Any" in str(kind)):
            return None
        parents = {child: each for each in ast.walk(self.tree) for child in ast.iter_child_nodes(each)}

        def above(each):
            while each in parents:
                each = parents[each]
                if isinstance(each, (ast.If, ast.For, ast.Try, ast.While, ast.match_case)):
                    yield each

        found, start, added = None, None, []
        for each in sorted(before, key=lambda each: each.lineno):
            match each:
                case ast.Assign(targets=[target], value=value) if bound := _bound(target, value, node.id):
                    source, at = bound
                    found = self.of(source) if at is None else self.function(source).returned(at)
                    start, added = each, []
                case ast.AnnAssign(target=ast.Name(id=node.id), value=ast.expr() as value):
                    found, start, added = self.of(value), each, []
                case (
                    ast.AugAssign(target=ast.Name(id=node.id), value=value)
                    | ast.Assign(targets=[ast.Subscript(value=ast.Name(id=node.id))], value=value)
                ) if found is not None:
                    more = self.of(value)
                    if isinstance(each, ast.Assign):
                        key = each.targets[0].slice
                        known = isinstance(key, ast.Constant)
                        more = record({key.value: more}) if known else record({}, more=more)
                    maybe = set(above(each)) - set(above(start)) - set(above(node))
                    found = joined(self.code.flat(found), self.code.flat(more), maybe=bool(maybe))
                case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=node.id), attr="append"))):
                    added.append(self.of(each.value.args[0]))
        if added and found is not None:
            return {"type": "array", "items": union(*found.get("prefixItems", []), *added)}
        return found

    def of_call(self, node):
        """The schema of what a call gives."""
        name = ast.unparse(node.func)
        if name == "json_value":
            return finite(self.of(node.args[0]))
        if name == "super().as_dict":
            return self.code.of_method(self.own, "as_dict", self.base)
        if name == "asdict":
            return self.code.of_fields(self.instance(node.args[0]))
        if name == "self.to_dicts":
            return {"type": "array", "items": self.code.of_method(self.own, "_columns")}
        if name in _CELLS:
            return scalar(_CELLS[name], "null")
        if name == "_rounded":
            texts = ast.copy_location(ast.Tuple(node.args[1:], ast.Load()), node)
            return self.code.of_fields(self.instance(node.args[0]), self.evaluated(texts))
        if name.endswith(".overrides") or "Rules" in name:
            return self.code.rules()
        if name.endswith(".pop") and isinstance(node.func.value, ast.Name):
            return self.code.flat(self.of(node.func.value))["properties"][node.args[0].value]
        if name.endswith(".as_dict"):
            kind = self.own if name == "self.as_dict" else self.type(node.func.value)
            return {} if kind is None else self.code.of_type(kind)
        kind = self.type(node)
        if kind is not None and "object" in str(kind) and (found := self.function(node)) is not None:
            return found.returned()
        return self.of_mypy(node)

    def function(self, call):
        """The function that is called, of this module, its classes, or another module of the package."""
        name, module = ast.unparse(call.func).removeprefix("self."), self.module
        if hasattr(import_module(module), name):
            module = getattr(import_module(module), name).__module__
        if not module.startswith("whistsolve."):
            return None
        tree = self.code.module(module)[0]
        classes = [each for each in tree.body if isinstance(each, ast.ClassDef)]
        inside = [each for each in classes if self.base is not None and each.name == self.base.name]
        trees = (each for several in (*inside, tree) for each in ast.walk(several))
        found = [each for each in trees if isinstance(each, ast.FunctionDef) and each.name == name]
        return Function(self.code, module, found[0], self.own, self.base) if found else None

    def names(self, node):
        """The names of attributes that a comprehension takes; ``None`` if it is of something else."""
        [each] = node.generators
        if "getattr(" not in ast.unparse(node.value) or not isinstance(each.target, ast.Name):
            return None
        if ast.unparse(each.iter) == "rules.options()":
            return [option.name for option in ws.Rules.options()]
        return self.evaluated(each.iter)

    def evaluated(self, node):
        """A value of constants of the module and the class, after the statements before it."""
        space = {**vars(import_module(self.module)), "self": self.own and self.code.class_of(self.own)}
        before = [self.tree]
        while before:
            each = before.pop(0)
            if isinstance(each, (ast.FunctionDef, ast.If, ast.With)):
                before = [*each.body, *before]
            elif isinstance(each, (ast.Assign, ast.AugAssign, ast.For)) and each.lineno < node.lineno:
                try:
                    exec(compile(ast.Module([each], []), "", "exec"), space)
                except Exception:
                    continue
        return list(eval(compile(ast.fix_missing_locations(ast.Expression(node)), "", "eval"), space))
