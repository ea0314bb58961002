"""The functions of this package that TVM has as global functions, by TVM's names."""

from . import ir, parser, relay, runtime
from ._ffi import registry
from .ir import diagnostics, relations
from .relay.transform import used_memory

registry.OWN.update(
    {
        "diagnostics.DefaultRenderer": (diagnostics, "default_renderer"),
        "diagnostics.GetRenderer": (diagnostics, "get_renderer"),
        "diagnostics.OverrideRenderer": (diagnostics, "override_renderer"),
        "ir.IRModule": (ir, "IRModule"),
        "ir.RegisterOpAttr": (ir, "register_op_attr"),
        "node.LoadJSON": (ir, "load_json"),
        "node.SaveJSON": (ir, "save_json"),
        "node.StructuralEqual": (ir, "structural_equal"),
        "node.StructuralHash": (ir, "structural_hash"),
        "parser.ParseExpr": (parser, "parse_expr"),
        "parser.ParseModule": (parser, "parse"),
        "relay._transform.AnnotateUsedMemory": (used_memory, "AnnotateUsedMemory"),
        "relay.analysis._test_type_solver": (relations, "TypeSolver"),
        "runtime.LoadParams": (runtime, "load_param_dict"),
        "runtime.SaveParams": (runtime, "save_param_dict"),
    }
)
registry.FAMILIES.update(
    {
        "relay._transform": relay.transform,
        "relay.analysis": relay.analysis,
        "relay.dataflow_pattern": relay.dataflow_pattern,
        "relay.op._make": relay.op,
        "relay.op.nn._make": relay.op.nn,
        "relay.qnn._transform": relay.qnn.transform,
    }
)
