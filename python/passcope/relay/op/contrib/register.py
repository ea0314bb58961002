"""The patterns of functions that compilers take, by the compiler's name."""

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
    """Registers what is known of a compiler; does nothing for others."""
    module = _OWN.get(compiler)
    if module is not None:
        importlib.import_module(f"{__package__}.{module}")


def register_pattern_table(compiler, table=None):
    """Keeps what a function without parameters gives: rows for MergeComposite. Usable as a decorator."""

    def register(given):
        _TABLES[compiler] = given()
        return given

    return register if table is None else register(table)


def get_pattern_table(compiler):
    """The rows of a compiler; None where none are registered."""
    if compiler not in _TABLES:
        load(compiler)
    return _TABLES.get(compiler)
