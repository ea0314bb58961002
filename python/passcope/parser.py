"""Relay's notation."""

from . import _raw
from .ir.expr import expr_from
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
        """Keeps a text; answers the name of its source."""
        self.source_map[str(name)] = content
        return SourceName(str(name))


def parse(source, source_name="from_string", init_module=None, init_meta_table=None):
    """The module of a text, with its types. Raises DiagnosticError with the places of its mistakes.

    init_module: a module whose definitions the text may use; the answer has them, too.
    init_meta_table: what `meta[sort][index]` stands for in the text, {sort: [node, …]}, when the text has no metadata.
    """
    if init_meta_table:
        table = Map({str(sort): Array(nodes) for sort, nodes in init_meta_table.items()})
        source = f"{source}\n#[metadata]\n{save_json(table)}"
    if init_module is None:
        return _typed(source, source_name)
    # The text needs to know of the data types and of what functions take, whose bodies stand for themselves; all in
    # the first line, so that lines stay what they are.
    known = _declarations(init_module)
    version, _, text = source.partition("]")
    if not version.lstrip().startswith("#[version"):
        version, text = '#[version = "0.0.5"', f" {source}"
    made = _typed(f"{version}] {known}{text}", source_name)
    made.update(init_module)
    return made


def _typed(source, source_name):
    """As in TVM, a program that was read has its types."""
    return make_pass("InferType")(IRModule._of(_raw.parse(source, source_name)))


def _declarations(module):
    """The text of a module's data types, and of functions of the same types that call themselves, in one line."""
    declared = IRModule(type_definitions=module.type_definitions)
    for var, function in module.functions.items():
        params = list(function.params)
        declared[var] = type(function)(params, var(*params), function.ret_type, function.type_params)
    return str(declared).replace("\n", " ")


def parse_expr(source):
    """The expression of a text; it may have free variables."""
    return expr_from(_raw.parseExpr(source, "from_string"))


def fromtext(source, source_name="from_string"):
    """The module of a text that begins with its version."""
    return parse(source, source_name)


def SpanCheck():
    """As TVM's: a pass that looks at spans. Every program passes it."""
    return module_pass(lambda mod, ctx: mod, opt_level=0, name="SpanCheck")
