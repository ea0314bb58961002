"""Relay: TVM's language for programs over tensors."""

from sys import setrecursionlimit

from .._absent import modules_below as _modules_below
from ..ir.adt import TypeData
from ..ir.module import IRModule
from ..ir.span import SourceName, Span
from . import _serialization, adt, analysis, expr, expr_functor, function, op, transform, ty
from .adt import (
    Clause,
    Constructor,
    Match,
    Pattern,
    PatternConstructor,
    PatternTuple,
    PatternVar,
    PatternWildcard,
)
from .expr import (
    Call,
    Constant,
    Expr,
    ExprWithOp,
    GlobalVar,
    If,
    Let,
    RefCreate,
    RefRead,
    RefWrite,
    RelayExpr,
    Tuple,
    TupleGetItem,
    TupleWrapper,
    Var,
    const,
    var,
)
from .expr_functor import ExprFunctor, ExprMutator, ExprVisitor
from .function import Function, FunctionWithFields
from .op import *  # pylint: disable=wildcard-import,unused-wildcard-import
from .op import annotation, contrib, dyn, image, nn, random, vision
from .op.op import Op
from .ty import (
    Any,
    FuncType,
    GlobalTypeVar,
    IncompleteType,
    RefType,
    ShapeVar,
    TensorType,
    TupleType,
    Type,
    TypeCall,
    TypeConstraint,
    TypeKind,
    TypeRelation,
    TypeVar,
    is_dynamic,
    scalar_type,
)
from .scope_builder import ScopeBuilder, WithScope
from ..runtime import params as param_dict
from ..runtime.params import load_param_dict, save_param_dict
from . import backend, base, build_module, data_dep_optimization, dataflow_pattern, frontend, loops, prelude, qnn, quantize, testing, vm
from .prelude import Prelude
from .loops import while_loop
from .type_functor import TypeFunctor, TypeMutator, TypeVisitor
from ._bind import bind
from .build_module import (
    AotExecutor,
    BuildModule,
    GraphExecutor,
    bind_params_by_name,
    build,
    create_executor,
    optimize,
)
from ..parser import fromtext, parse_expr
from .transform import build_config, memory_plan

__getattr__ = _modules_below(__name__, ("collage",))
