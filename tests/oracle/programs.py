"""The text of a program that makes several calls."""

import numpy as np
from calls import BFLOAT16, NAMES, Text, from_bfloat16, to_bfloat16


def literal(value):
    """The text of an attribute."""
    if value is None:
        return "None"
    if isinstance(value, (bool, np.bool_)):
        return "True" if value else "False"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, (int, np.integer)):
        return f"{int(value)}{'' if -(2**31) <= value < 2**31 else 'i64'}"
    if isinstance(value, (float, np.floating)):
        return f"{float(value)!r}f"
    return "[" + ", ".join(map(literal, value)) + "]"


def attributes(attrs):
    return [f"{name}={literal(value)}" for name, value in attrs.items()]


def type_of(array):
    if array.ndim == 0:
        return NAMES[array.dtype]
    return f"Tensor[({', '.join(map(str, array.shape))}{',' if array.ndim == 1 else ''}), {NAMES[array.dtype]}]"


def opposite(array):
    """The array that the operator of `undo` turns into this one. No value is lost."""
    if array.dtype == bool:
        return ~array
    if array.dtype == BFLOAT16:
        return to_bfloat16(-from_bfloat16(array))
    return np.negative(array)


def undo(text, dtype):
    return f"logical_not({text})" if dtype == "bool" else f"negative({text})"


def program(calls, wrapped=False):
    """The text, the inputs [(name, array)], and for each call its number of results.

    With `wrapped`, an operator before each call takes back a change of its arguments, and one behind it changes its
    results. Fusion then has something to fuse.
    """
    params, inputs, lines, fields = [], [], [], []

    def argument(item, may_wrap):
        if isinstance(item, Text):
            return str(item)
        if isinstance(item, (list, tuple)):
            texts = [argument(one, may_wrap) for one in item]
            return "(" + ", ".join(texts) + ("," if len(texts) == 1 else "") + ")"
        name = f"x{len(inputs)}"
        change = wrapped and may_wrap
        inputs.append((name, opposite(item) if change else item))
        params.append(f"%{name}: {type_of(item)}")
        return undo("%" + name, NAMES[item.dtype]) if change else "%" + name

    for index, call in enumerate(calls):
        args = [argument(item, place not in call.plain) for place, item in enumerate(call.args)]
        for place, (op, own) in call.inner.items():
            args[place] = f"{op}({', '.join([args[place]] + attributes(own))})"
        attrs = attributes(call.attrs)
        lines.append(f"  %{index} = {call.op}({', '.join(args + attrs)});")
        if not wrapped:
            fields.append(f"%{index}")
        elif len(call.results) == 1 and not call.tuple_result:
            fields.append(undo(f"%{index}", call.results[0].dtype))
        else:
            fields += [undo(f"%{index}.{i}", result.dtype) for i, result in enumerate(call.results)]
    head = f'#[version = "0.0.5"]\ndef @main({", ".join(params)}) {{\n'
    return head + "\n".join(lines) + "\n  (" + ", ".join(fields) + ",)\n}\n", inputs
