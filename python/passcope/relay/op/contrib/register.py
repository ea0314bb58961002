"""The pattern tables of compilers, by the compiler's name."""

import importlib

_TABLES = {}
# {compiler: module here}
_OWN = {
    "arm_compute_lib": "arm_compute_lib",
    "bnns": "bnns",
    "coremlcompiler": "coreml",
    "cublas": "cublas",
    "cudnn": "cudnn",
    "cutlass": "cutlass",
    "dnnl": "dnnl",
}


def load(compiler):
    """Loads the module of a compiler; does nothing for unknown ones."""
    module = _OWN.get(compiler)
    if module is not None:
        importlib.import_module(f"{__package__}.{module}")


def register_pattern_table(compiler, table=None):
    """Registers the result of a function without parameters: rows for MergeComposite. Can be a decorator."""

    def register(given):
        _TABLES[compiler] = given()
        return given

    return register if table is None else register(table)


def get_pattern_table(compiler):
    """The rows of a compiler; None if none are registered."""
    if compiler not in _TABLES:
        load(compiler)
    return _TABLES.get(compiler)
