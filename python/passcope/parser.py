"""Relay's notation."""

from . import _raw
from ._given import must_be
from .ir.expr import RelayExpr, expr_from
from .ir.module import IRModule
from .ir.serialization import save_json
from .ir.span import SourceName
from .ir.transform import make_pass, module_pass
from .runtime.container import Array, Map


class SourceMap:
    """The texts of programs by the names of their sources."""

    def __init__(self):
        self.source_map = {}

    def add(self, name, content):
        """Keeps a text. Returns the name of its source."""
        self.source_map[str(name)] = content
        return SourceName(str(name))


def parse(
    source: str, source_name: str = "from_string", init_module: IRModule | None = None, init_meta_table=None
) -> IRModule:
    """The module of a text, with its types. Raises DiagnosticError with the places of its mistakes.

    init_module: a module whose definitions the text can use. The result contains them, too.
    init_meta_table: the nodes for `meta[sort][index]` in a text without metadata: {sort: [node, …]}.
    """
    if init_meta_table:
        table = Map({str(sort): Array(nodes) for sort, nodes in init_meta_table.items()})
        source = f"{source}\n#[metadata]\n{save_json(table)}"
    if init_module is None:
        return _typed(source, source_name)
    # The text needs declarations of the module's data types and functions. A declared function calls itself as its body. All
    # declarations are in the first line, so that line numbers do not change.
    known = _declarations(init_module)
    version, _, text = source.partition("]")
    if not version.lstrip().startswith("#[version"):
        version, text = '#[version = "0.0.5"', f" {source}"
    made = _typed(f"{version}] {known}{text}", source_name)
    made.update(init_module)
    return made


def _typed(source, source_name):
    """Adds types: as in TVM, a parsed program has its types."""
    # The engine in the page takes any value as a text.
    must_be("parse", "source", source, str)
    return make_pass("InferType")(IRModule._of(_raw.parse(source, must_be("parse", "source_name", source_name, str))))


def _declarations(module):
    """The text of a module's data types and functions in one line. The functions keep their types and call themselves."""
    declared = IRModule(type_definitions=module.type_definitions)
    for var, function in module.functions.items():
        params = list(function.params)
        declared[var] = type(function)(params, var(*params), function.ret_type, function.type_params)
    return str(declared).replace("\n", " ")


def parse_expr(source: str) -> RelayExpr:
    """The expression of a text; it may have free variables."""
    return expr_from(_raw.parseExpr(must_be("parse_expr", "source", source, str), "from_string"))


def fromtext(source: str, source_name: str = "from_string"):
    """The module of a text that begins with its version."""
    return parse(source, source_name)


def SpanCheck():
    """TVM's pass that checks spans. Every program passes it."""
    return module_pass(lambda mod, ctx: mod, opt_level=0, name="SpanCheck")
