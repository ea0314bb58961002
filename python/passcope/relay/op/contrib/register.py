"""The patterns of functions that compilers take, by the compiler's name."""

_TABLES = {}


def register_pattern_table(compiler, table=None):
    """Keeps what a function without parameters gives: rows for MergeComposite. Usable as a decorator."""

    def register(given):
        _TABLES[compiler] = given()
        return given

    return register if table is None else register(table)


def get_pattern_table(compiler):
    """The rows of a compiler; None where none are registered."""
    return _TABLES.get(compiler)
