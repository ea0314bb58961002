"""Analyses of programs."""

import enum
import json
import re
from collections.abc import Mapping

from ... import _raw
from ..._given import must_be
from ...error import TVMError
from ...ir.adt import TypeData
from ...ir.expr import GlobalVar, expr_from, exprs_from
from ...ir.module import IRModule
from ...ir.records import record
from ...ir.type import FuncType, Type, TypeKind, TypeRelation, TypeVar
from ...runtime.container import Array, Map
from ...runtime.ndarray import NDArray
from ...runtime.params import handles_of
from ..adt import PatternConstructor, PatternTuple, PatternWildcard
from ..expr import Var
from ..expr_functor import ExprVisitor
from ..function import Function


def _found(expr, which):
    return exprs_from(_raw.loads(_raw.exprNodes(expr.handle, which)))


def post_order_visit(expr, fvisit):
    """Calls a function once for each node of an expression, in post-order."""
    answer = _raw.loads(_raw.linkedNodes(expr.handle))
    nodes = exprs_from(answer["nodes"])
    # Most callers read a node's children, which are fetched here at once.
    for node, places in zip(nodes, answer["children"]):
        if places and -1 not in places:
            node._linked = [nodes[place] for place in places]
    for node in nodes:
        fvisit(node)


def free_vars(expr) -> Array:
    """The variables that an expression uses but does not bind, in order of first use."""
    return Array(_found(expr, "free"))


def bound_vars(expr):
    """The variables that an expression binds."""
    return Array(_found(expr, "bound"))


def all_vars(expr) -> Array:
    """All variables of an expression."""
    return Array(_found(expr, "all"))


def well_formed(expr) -> bool:
    """Whether each variable is bound once, and used only where it is bound."""
    return not json.loads(_raw.illFormed(expr.handle))


def _types_of(node):
    """The types in a type or in the annotations of an expression, binders first."""
    bound, found = [], []

    def walk(type_):
        if type_ is None:
            return
        if isinstance(type_, TypeVar):
            found.append(type_)
        elif isinstance(type_, Type):
            if isinstance(type_, FuncType):
                bound.extend(type_.type_params)
                found.extend(type_.type_params)
            for parts in type_._info().values():
                for part in parts if isinstance(parts, Array) else ():
                    walk(part)

    if isinstance(node, Type):
        walk(node)
        return bound, found
    for expr in _found(node, "preorder"):
        if isinstance(expr, Function):
            bound.extend(expr.type_params)
            found.extend(expr.type_params)
            walk(expr._types()["retType"][0])
        elif isinstance(expr, Var):
            walk(expr.type_annotation)
    return bound, found


def _once(types, without=()):
    seen = {type_._identity() for type_ in without}
    kept = []
    for type_ in types:
        if type_._identity() not in seen:
            seen.add(type_._identity())
            kept.append(type_)
    return Array(kept)


def free_type_vars(expr, mod=None):
    """The type variables that a type or an expression does not bind."""
    bound, found = _types_of(expr)
    return _once(found, without=bound)


def bound_type_vars(expr, mod=None):
    """The type variables that a type or an expression binds."""
    return _once(_types_of(expr)[0])


def all_type_vars(expr, mod=None):
    """All type variables of a type or an expression."""
    return _once(_types_of(expr)[1])


def _ask(question, about, mod=None, **args):
    """Asks the engine about an expression or a module. An expression can belong to a module."""
    module = mod.handle if mod is not None else 0
    return json.loads(_raw.analysis(question, about.handle, module, _raw.dumps(args)))


def check_kind(t, mod=None):
    """The kind of a type, a TypeKind. Raises TVMError for a type that is not well-kinded."""
    if isinstance(t, TypeData):
        for part in (*t.type_vars, *(item for ctor in t.constructors for item in ctor.inputs)):
            _expect_type(part, t, mod)
        return TypeKind.TypeData
    if isinstance(t, TypeRelation):
        for part in t.args:
            _expect_type(part, "a relation", mod)
        return TypeKind.Constraint
    for constraint in getattr(t, "type_constraints", ()):
        if check_kind(constraint, mod) != TypeKind.Constraint:
            raise TVMError(f"a constraint of {t} is none")
    return getattr(TypeKind, _ask("kind", t, mod))


def _expect_type(part, whole, mod):
    if check_kind(part, mod) != TypeKind.Type:
        raise TVMError(f"{part} inside of {whole} is no type of values")


def unmatched_cases(match, mod=None):
    """Patterns of the values that no clause of a match covers."""
    known = {}
    open_ = [clause.lhs for clause in match.clauses]
    while open_:
        pattern = open_.pop()
        if isinstance(pattern, PatternConstructor):
            data = TypeData._of(_raw.constructorTypeData(pattern.constructor.handle))
            known.update((ctor.name_hint, ctor) for ctor in data.constructors)
        open_.extend(getattr(pattern, "patterns", ()))
    return Array(_pattern_of(text, known) for text in _ask("unmatchedCases", match, mod))


def _pattern_of(text, known):
    """The pattern of a text such as "Cons(_, Nil)". `known` has the constructors by name."""
    words = iter(re.findall(r"[(),]|[^(),\s]+", text))
    # The open brackets, the innermost last: a constructor, or None for a tuple, and its patterns.
    open_ = [(None, [])]
    for word in words:
        if word == "(":
            last = open_[-1][1]
            of = last.pop().constructor if last and isinstance(last[-1], PatternConstructor) and fresh else None
            open_.append((of, []))
        elif word == ")":
            of, parts = open_.pop()
            open_[-1][1].append(PatternConstructor(of, parts) if of else PatternTuple(parts))
        elif word == "_":
            open_[-1][1].append(PatternWildcard())
        elif word != ",":
            open_[-1][1].append(PatternConstructor(known[word]))
        fresh = word not in "(),"
    return open_[0][1][0]


class CallGraph:
    """The calls between global functions."""

    def __init__(self, module):
        self._module = module
        self._facts = _ask("callGraph", module)
        self._functions = {row["name"]: row for row in self._facts["functions"]}

    @property
    def module(self):
        """The module."""
        return self._module

    def _row(self, var):
        name = var if isinstance(var, str) else var.name_hint
        if name not in self._functions:
            raise KeyError(f"there is no function {name} in the call graph")
        return self._functions[name]

    def ref_count(self, var):
        """The number of references to a function."""
        return self._row(var)["references"]

    def global_call_count(self, var):
        """The number of global functions that a function calls."""
        return len(self._row(var)["calls"])

    def is_recursive(self, var):
        """Whether a function calls itself."""
        return self._row(var)["recursive"]

    def print_var(self, var):
        """The part of the graph's text that is about a function."""
        return self._row(var)["text"]

    def __str__(self):
        return self._facts["text"]


class AnnotatedRegion:
    """The expressions between annotations of one compiler."""

    def __init__(self, row):
        self.id = row["id"]
        self.target = row["target"]
        self.nodes = Array(exprs_from(row["nodes"]))
        self.args = Array(exprs_from(row["ins"]))
        self.rets = Array(exprs_from(row["outs"]))


class AnnotatedRegionSet:
    """The regions between the annotations compiler_begin and compiler_end of an expression."""

    def __init__(self, expr, region_begin_op=None, region_end_op=None):
        self._regions = [AnnotatedRegion(row) for row in _ask("annotatedRegions", expr)]

    def __len__(self):
        return len(self._regions)

    def __iter__(self):
        return iter(self._regions)

    def get_region(self, expr):
        """The region of an expression, or None."""
        return next((region for region in self._regions if expr in region.nodes), None)


def get_calibration_data(mod, data):
    """The inputs and outputs of each function for another compiler, for values of the main function's parameters: {global
    variable: {"inputs": [array, …], "outputs": [array, …]}}."""
    handles, _kept = handles_of(data)
    rows = _ask("calibrationData", mod, data=handles)

    def arrays(list_):
        return Array(map(NDArray._of, list_))

    return Map(
        (
            GlobalVar(row["function"]),
            {"inputs": arrays(row["inputs"]), "outputs": arrays(row["outputs"])},
        )
        for row in rows
    )


class Feature(enum.IntEnum):
    """The features of the language."""

    fVar = 0
    fGlobalVar = 1
    fConstant = 2
    fTuple = 3
    fTupleGetItem = 4
    fFunction = 5
    fOp = 6
    fCall = 7
    fLet = 8
    fIf = 9
    fRefCreate = 10
    fRefRead = 11
    fRefWrite = 12
    fConstructor = 13
    fMatch = 14
    fGraph = 15
    fLetRec = 16


def detect_feature(a, b=None):
    """The features of the language that an expression, all functions of a module, or both use."""
    given = [item for item in (a, b) if item is not None]
    return {Feature[name] for item in given for name in _ask("features", item)}


def check_constant(expr):
    """Whether an expression is a constant, or a tuple of constants."""
    return _ask("constant", expr)


def check_basic_block_normal_form(expr):
    """True if a `let` binds each value that several blocks use. Otherwise, raises TVMError."""
    return _ask("basicBlockNormalForm", expr)


def all_dtypes(expr):
    """The data types of a typed expression."""
    return set(_ask("dtypes", expr))


def get_total_mac_number(expr) -> int:
    """The number of multiply-accumulates of convolutions and matrix products."""
    return _ask("macs", expr)


def effects(mod: IRModule, params: Mapping | None = None) -> record("ModuleEffects"):
    """The cost of running a module, without running it: operations, bytes of weights and activations, kernels.

    Parameters with a value in `params` count as constants.
    """
    text, _kept = handles_of(params)
    return record("ModuleEffects")._read(_raw.loads(_raw.effects(must_be("effects", "mod", mod, IRModule).handle, text)))


def list_op_freqs(mod):
    """The number of calls of each operator."""
    return _ask("opFrequencies", mod)


def list_fake_quantized_op_freqs(mod):
    """The number of calls of each operator between dequantize and quantize."""
    return _ask("fakeQuantizedOpFrequencies", mod)


class LayerCounter(ExprVisitor):
    """Counts calls of certain operators on the longest path through an expression."""

    def __init__(self, valid_ops):
        super().__init__()
        self._ops, self._deepest = list(valid_ops), 0

    def visit(self, expr):
        """Counts the calls in an expression."""
        self._deepest = max(self._deepest, _ask("layers", expr, ops=self._ops))

    def count(self):
        """The largest number of calls on a path."""
        return self._deepest


def count_layers(expr, valid_ops):
    """The number of calls of these operators on the longest path through an expression."""
    return _ask("layers", expr, ops=list(valid_ops))


def search_fc_transpose(expr):
    """The names of the weights that are transposed for nn.dense."""
    return Array(_ask("weights", expr, of="transpose"))


def extract_fused_functions(mod):
    """The primitive functions that fusing makes from the main function, by their hashes."""
    return {name: expr_from(handle, key) for name, handle, key in _ask("fusedFunctions", mod)}


def extract_intermdeiate_expr(mod, expr_id):
    """A module that returns one expression of the main function, by its index in post-order."""
    return IRModule._of(_ask("intermediateExpr", mod, number=int(expr_id)))
