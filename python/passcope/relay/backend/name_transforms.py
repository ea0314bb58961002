"""Names of functions, variables and constants in generated code, which begin with "TVM"."""

from ..._given import guard_module
from ...error import TVMError


def _checked(name, what):
    if not name:
        raise TVMError(f"{what} name is empty")
    if not name.startswith("TVM"):
        raise TVMError(f"{what} not TVM prefixed")
    return name


def to_c_function_style(original_name):
    """TVM_my_function as TVMMyFunction. Raises TVMError if the prefix is missing."""
    name = _checked(original_name, "Function")
    return "TVM" + "".join(part[:1].upper() + part[1:] for part in name[3:].split("_"))


def to_c_variable_style(original_name):
    """TVM_My_Variable as tvm_my_variable."""
    return _checked(original_name, "Variable").lower()


def to_c_constant_style(original_name):
    """TVM_my_constant as TVM_MY_CONSTANT."""
    name = _checked(original_name, "Constant")
    return name[:3] + name[3:].upper()


def _joined(names):
    if isinstance(names, str):
        names = [names]
        if not names[0]:
            raise TVMError("Name is empty")
    if not names:
        raise TVMError("Name segments empty")
    if not all(names):
        raise TVMError("Name segment is empty")
    return "_".join(names)


def prefix_name(names):
    """A name with the prefix "TVM_". Several parts are joined."""
    return "TVM_" + _joined(names)


def prefix_generated_name(names):
    """A name with the prefix "TVMGen_". Several parts are joined."""
    return "TVMGen_" + _joined(names)


guard_module(__name__)
