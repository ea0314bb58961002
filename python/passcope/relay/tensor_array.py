"""Lists of tensors whose shapes may differ: data types and functions for one data type, or for one shape.

The definitions are written as text, in which `{t}` is the data type of the tensors, `{end}` what ends all names.
"""

import functools

from ..tir import Any
from .definitions import text_of

_RANKS = 7

# What a prelude has types for from the beginning; functions are added when they are asked for.
DTYPES = "float32 float16 float64 int32 uint8 int8 int16 uint16 int64".split()

_LISTS = """
def @tensor_array_{end}(%size: int32) -> List[{t}[]] {{
  if (%size == 0) {{ Nil }} else {{ Cons(tensor_nil_{end}, @tensor_array_{end}(%size - 1)) }}
}}

def @tensor_array_read_{end}(%array: List[{t}[]], %index: int32) -> {t}[] {{ @nth(%array, %index) }}

def @tensor_array_write_{end}(%array: List[{t}[]], %index: int32, %value: {t}[]) -> List[{t}[]] {{
  @update(%array, %index, %value)
}}

def @tensor_array_scatter_helper_{end}(
  %array: List[{t}[]], %at: int32, %count: int32, %indices: Tensor[(?), int32], %values: List[{t}[]]
) -> List[{t}[]] {{
  if (%at == %count) {{
    %array
  }} else {{
    let %written = @tensor_array_write_{end}(
      %array, take(%indices, %at), @tensor_array_read_{end}(%values, %at)
    );
    @tensor_array_scatter_helper_{end}(%written, %at + 1, %count, %indices, %values)
  }}
}}

def @tensor_array_scatter_{end}(
  %array: List[{t}[]], %indices: Tensor[(?), int32], %values: List[{t}[]]
) -> List[{t}[]] {{
  let %count = take(shape_of(%indices, dtype="int32"), 0);
  @tensor_array_scatter_helper_{end}(%array, 0, %count, %indices, %values)
}}
"""

# Where tensors can be put behind each other, and cut.
_JOINED = """
def @tensor_array_concat_{end}(%array: List[{t}[]]) -> {t}[] {{
  match? (%array) {{
    Cons(%first, Nil) => %first,
    Cons(%first, %rest) => @tensor_concatenate_{end}(%first, @tensor_array_concat_{end}(%rest)),
    Nil => tensor_nil_{end},
  }}
}}

def @tensor_array_split_helper_{end}(
  %array: List[{t}[]], %value: {t}[], %offset: int32, %at: int32, %count: int32, %lengths: Tensor[(?), int32]
) -> List[{t}[]] {{
  if (%at == %count) {{
    %array
  }} else {{
    let %end = %offset + take(%lengths, %at);
    let %later = @tensor_array_split_helper_{end}(%array, %value, %end, %at + 1, %count, %lengths);
    @tensor_array_write_{end}(%later, %at, @tensor_take_{end}(%value, %offset, %end))
  }}
}}

def @tensor_array_split_{end}(
  %array: List[{t}[]], %value: {t}[], %lengths: Tensor[(?), int32]
) -> List[{t}[]] {{
  let %count = take(shape_of(%lengths, dtype="int32"), 0);
  @tensor_array_split_helper_{end}(%array, %value, 0, 0, %count, %lengths)
}}
"""

# `{all}` ends the names for tensors with one more axis.
_STACKED = """
def @tensor_array_stack_{end}(%array: List[{t}[]]) -> {t_all}[] {{
  let %grown = @map(@tensor_expand_dims_{end}, %array);
  @foldl(@tensor_concatenate_{all}, @hd(%grown), @tl(%grown))
}}

def @tensor_array_gather_helper_{end}(
  %array: List[{t}[]], %found: List[{t}[]], %at: int32, %indices: Tensor[(?), int32]
) -> {t_all}[] {{
  if (%at == 0) {{
    @tensor_array_stack_{end}(%found)
  }} else {{
    let %item = @tensor_array_read_{end}(%array, take(%indices, %at - 1));
    @tensor_array_gather_helper_{end}(%array, Cons(%item, %found), %at - 1, %indices)
  }}
}}

def @tensor_array_gather_{end}(%array: List[{t}[]], %indices: Tensor[(?), int32]) -> {t_all}[] {{
  let %count = take(shape_of(%indices, dtype="int32"), 0);
  @tensor_array_gather_helper_{end}(%array, Nil, %count, %indices)
}}
"""

# Of a tensor `{type}`, whose parts `{make}` makes tensors of the list of.
_UNSTACKED = """
def @{name}_helper(%at: int32, %count: int32, %tensor: {type}) -> List[{t}[]] {{
  if (%at == %count) {{
    Nil
  }} else {{
    Cons({make}(take(%tensor, %at, axis=0)), @{name}_helper(%at + 1, %count, %tensor))
  }}
}}

def @{name}(%tensor: {type}) -> List[{t}[]] {{
  let %count = take(shape_of(%tensor, dtype="int32"), 0);
  @{name}_helper(0, %count, %tensor)
}}
"""


# From `lower` to `upper` along the first axis.
_SLICE = (
    "dyn.strided_slice(%t, reshape(%lower, newshape=[1]), reshape(%upper, newshape=[1]),"
    ' ones(shape=[1], dtype="int32"), begin=None, end=None, strides=None, axes=None)'
)


def _tensor(dims, dtype):
    text = ", ".join("?" if isinstance(dim, Any) else str(int(dim)) for dim in dims)
    return f"Tensor[({text}), {dtype}]" if dims else dtype


def _by_rank(head, ranks, case):
    lines = "\n".join(f"    {case(rank)}," for rank in ranks)
    return f"{head} {{\n  match? (%x) {{\n{lines}\n  }}\n}}\n"


def _names(dtype):
    return f"tensor_{dtype}_t", [f"tensor{rank}_{dtype}" for rank in range(_RANKS)]


def _type_text(dtype):
    """A tensor of any rank up to 6, or nothing."""
    t, made = _names(dtype)
    constructors = [f"{name}({_tensor([Any()] * rank, dtype)})" for rank, name in enumerate(made)]
    return f"type {t} {{\n  tensor_nil_{dtype},\n  " + ",\n  ".join(constructors) + ",\n}\n"


@functools.lru_cache(maxsize=None)
def tensor_types():
    """The module of the data types of tensors."""
    from ..parser import parse

    return parse('#[version = "0.0.5"]\n' + "".join(map(_type_text, DTYPES)), "tensor_array")


@functools.lru_cache(maxsize=None)
def dynamic(dtype):
    """The module of definitions for a data type."""
    t, made = _names(dtype)
    text = _type_text(dtype)
    text += _by_rank(
        f"def @tensor_take_{dtype}(%x: {t}[], %lower: int32, %upper: int32) -> {t}[]",
        range(1, _RANKS),
        lambda r: f'{made[r]}(%t) => {made[r]}({_SLICE})',
    )
    text += _by_rank(
        f"def @tensor_expand_dims_{dtype}(%x: {t}[]) -> {t}[]",
        range(_RANKS - 1),
        lambda r: f"{made[r]}(%t) => {made[r + 1]}(expand_dims(%t, axis=0))",
    )
    text += _by_rank(
        f"def @tensor_concatenate_{dtype}(%x: {t}[], %y: {t}[]) -> {t}[]",
        range(1, _RANKS),
        lambda r: f"{made[r]}(%a) => match? (%y) {{ {made[r]}(%b) => {made[r]}(concatenate((%a, %b))), }}",
    )
    names = {"t": t, "end": dtype, "all": dtype, "t_all": t}
    text += (_LISTS + _JOINED + _STACKED).format(**names)
    for rank in range(1, _RANKS):
        text += _UNSTACKED.format(
            name=f"tensor_array_unstack_tensor{rank}_{dtype}",
            type=_tensor([Any()] * rank, dtype),
            make=made[rank - 1],
            t=t,
        )
    return _parsed(text)


def _parsed(text):
    from ..parser import parse
    from .transform import InferType

    return InferType()(parse(f"{text_of('prelude.rly')}\n{text}", "tensor_array"))


def static_name(canonical, dtype, shape, batch_dim=None):
    """The name of a definition for tensors of a shape: "tensor_take_float32_3_any"."""
    dims = "_".join("any" if isinstance(dim, Any) else str(int(dim)) for dim in shape) or "scalar"
    if canonical == "tensor_t":
        return f"static_tensor_{dtype}_{dims}_t"
    if batch_dim == 1 and canonical not in ("tensor_constructor", "tensor_nil"):
        return f"{canonical}_{dtype}_batch1_{dims}"
    return f"{canonical}_{dtype}_{dims}"


class TensorArrayOps:
    """Adds the definitions for a data type to a prelude's module."""

    def __init__(self, prelude, dtype):
        self.prelude = prelude
        self.dtype = dtype

    def register(self):
        """Adds what is not there yet."""
        self.prelude.mod._import(dynamic(self.dtype))


class StaticTensorArrayOps:
    """Adds the definitions for tensors of a shape, whose dimensions may be `?`, to a prelude's module."""

    def __init__(self, prelude, dtype, shape, batch_dim=None):
        self.prelude = prelude
        self.dtype = dtype
        self.shape = tuple(shape)
        self.batch_dim = batch_dim

    def get_name(self, canonical):
        """The name of a definition."""
        return static_name(canonical, self.dtype, self.shape, self.batch_dim)

    def get_global_var(self, canonical):
        """A function."""
        return self.prelude.get_global_var_static(canonical, self.dtype, self.shape, self.batch_dim)

    def get_ctor(self, canonical):
        """A constructor of the data type."""
        return self.prelude.get_ctor_static("tensor_t", canonical, self.dtype, self.shape)

    def register(self):
        """Adds what is not there yet."""
        self.prelude.mod._import(_static(self.dtype, self.shape))


@functools.lru_cache(maxsize=None)
def _static(dtype, shape):
    """The module of definitions for a shape: what gives another shape is for that of its first axis being `?`."""
    text, written = "", set()

    def end(dims):
        return static_name("", dtype, dims)[1:]

    def declare(dims):
        nonlocal text
        t = static_name("tensor_t", dtype, dims)
        if t not in written:
            written.add(t)
            type_ = _tensor(dims, dtype)
            text += f"type {t} {{\n  tensor_nil_{end(dims)},\n  tensor_constructor_{end(dims)}({type_}),\n}}\n"
            text += _by_rank(
                f"def @tensor_get_data_{end(dims)}(%x: {t}[]) -> {type_}",
                [0],
                lambda _: f"tensor_constructor_{end(dims)}(%t) => %t",
            )
        return t, f"tensor_constructor_{end(dims)}"

    def join(dims):
        nonlocal text
        head = f"def @tensor_concatenate_{end(dims)}("
        if head in text:
            return
        (t, made), (t_cut, cut) = declare(dims), declare((Any(), *dims[1:]))
        text += _by_rank(
            f"{head}%x: {t}[], %y: {t}[]) -> {t_cut}[]",
            [0],
            lambda _: f"{made}(%a) => match? (%y) {{ {made}(%b) => {cut}(concatenate((%a, %b))), }}",
        )
        text += _by_rank(
            f"def @tensor_take_{end(dims)}(%x: {t}[], %lower: int32, %upper: int32) -> {t_cut}[]",
            [0],
            lambda _: f'{made}(%t) => {cut}({_SLICE})',
        )

    t, made = declare(shape)
    longer = (Any(), *shape)
    t_all, made_all = declare(longer)
    join(longer)
    text += _by_rank(
        f"def @tensor_expand_dims_{end(shape)}(%x: {t}[]) -> {t_all}[]",
        [0],
        lambda _: f"{made}(%t) => {made_all}(expand_dims(%t, axis=0))",
    )
    names = {"t": t, "end": end(shape), "all": end(longer), "t_all": t_all}
    text += (_LISTS + _STACKED).format(**names)
    text += _UNSTACKED.format(
        name=f"tensor_array_unstack_{end(longer)}", type=_tensor(longer, dtype), make=made, t=t
    )
    if shape:
        join(shape)
        inner, made_inner = declare(shape[1:])
        text += _UNSTACKED.format(
            name=f"tensor_array_unstack_{end(shape)}", type=_tensor(shape, dtype), make=made_inner, t=inner
        )
    if shape and isinstance(shape[0], Any):
        text += _JOINED.format(**names)
    return _parsed(text)
