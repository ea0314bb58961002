# Made by python/tools/describe.py.
"""What can be asked about programs."""

from typing import Any

import passcope.relay.expr_functor
from passcope.ir.adt import TypeData as TypeData
from passcope.runtime.container import Array as Array
from passcope.relay.adt import PatternConstructor as PatternConstructor
from passcope.relay.adt import PatternTuple as PatternTuple
from passcope.relay.adt import PatternWildcard as PatternWildcard
from passcope.relay.expr import expr_from as expr_from
from passcope.relay.expr_functor import ExprVisitor as ExprVisitor
from . import sparse_conv2d as sparse_conv2d
from . import sparse_dense as sparse_dense

def post_order_visit(expr: Any, fvisit: Any) -> Any:
    """Calls a function for each node below an expression, once, those below first."""

def free_vars(expr: Any) -> Any:
    """The variables that nothing in an expression binds, in the order of their use."""

def bound_vars(expr: Any) -> Any:
    """The variables that an expression binds."""

def all_vars(expr: Any) -> Any:
    """All variables of an expression."""

def well_formed(expr: Any) -> Any:
    """Whether each variable is bound once and used where it is known."""

def free_type_vars(expr: Any, mod: Any = None) -> Any:
    """The type variables that nothing in a type or an expression binds."""

def bound_type_vars(expr: Any, mod: Any = None) -> Any:
    """The type variables that a type or an expression binds."""

def all_type_vars(expr: Any, mod: Any = None) -> Any:
    """All type variables of a type or an expression."""

def check_kind(t: Any, mod: Any = None) -> Any:
    """The kind of a type, a TypeKind. Raises TVMError for a type that is not well-kinded."""

def unmatched_cases(match: Any, mod: Any = None) -> Any:
    """Patterns of the values that no clause of a match fits."""

class CallGraph:
    """Which global functions call which."""
    def __init__(self, module: Any) -> None: ...
    @property
    def module(self) -> Any:
        """The module."""
    def ref_count(self, var: Any) -> Any:
        """How often a function is referred to."""
    def global_call_count(self, var: Any) -> Any:
        """How many calls of global functions a function has."""
    def is_recursive(self, var: Any) -> Any:
        """Whether a function calls itself."""
    def print_var(self, var: Any) -> Any:
        """What the graph says about a function."""
    def __str__(self) -> str: ...

class AnnotatedRegion:
    """Expressions between annotations of one compiler."""
    def __init__(self, row: Any) -> None: ...

class AnnotatedRegionSet:
    """The regions between the annotations compiler_begin and compiler_end of an expression."""
    def __init__(self, expr: Any, region_begin_op: Any = None, region_end_op: Any = None) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Any: ...
    def get_region(self, expr: Any) -> Any:
        """The region of an expression, or None."""

def get_calibration_data(mod: Any, data: Any) -> Any:
    """What goes into and out of each function for another compiler, for values of the main function's parameters:
    {global variable: {"inputs": [array, …], "outputs": [array, …]}}.
    """

class Feature:
    """The parts of the language."""
    fVar: Feature
    fGlobalVar: Feature
    fConstant: Feature
    fTuple: Feature
    fTupleGetItem: Feature
    fFunction: Feature
    fOp: Feature
    fCall: Feature
    fLet: Feature
    fIf: Feature
    fRefCreate: Feature
    fRefRead: Feature
    fRefWrite: Feature
    fConstructor: Feature
    fMatch: Feature
    fGraph: Feature
    fLetRec: Feature

def detect_feature(a: Any, b: Any = None) -> Any:
    """The parts of the language that an expression, all functions of a module, or both use."""

def check_constant(expr: Any) -> Any:
    """Whether an expression depends on constants only."""

def check_basic_block_normal_form(expr: Any) -> Any:
    """Whether it is clear which block computes each expression."""

def all_dtypes(expr: Any) -> Any:
    """The data types of an expression, which is typed."""

def get_total_mac_number(expr: Any) -> Any:
    """The multiplications and additions of convolutions and matrix products."""

def list_op_freqs(mod: Any) -> Any:
    """How often each operator is called."""

def list_fake_quantized_op_freqs(mod: Any) -> Any:
    """How often each operator stands between dequantize and quantize."""

class LayerCounter(passcope.relay.expr_functor.ExprVisitor):
    """Counts calls of certain operators on the longest way through what it visits."""
    def __init__(self, valid_ops: Any) -> None: ...
    def visit(self, expr: Any) -> Any:
        """Counts them in an expression."""
    def count(self) -> Any:
        """The most calls on a way."""

def count_layers(expr: Any, valid_ops: Any) -> Any:
    """How many calls of these operators are on the longest way through an expression."""

def search_fc_transpose(expr: Any) -> Any:
    """The names of the weights that are transposed for nn.dense."""

def extract_fused_functions(mod: Any) -> Any:
    """The primitive functions that fusing makes of the main function, by their hashes."""

def extract_intermdeiate_expr(mod: Any, expr_id: Any) -> Any:
    """A module that gives one expression of the main function, by its number in post order."""
