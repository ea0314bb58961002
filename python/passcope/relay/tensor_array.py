"""Lists of tensors with different shapes: data types and functions for one data type, or for one shape.

The definitions are templates of text: `{t}` is the data type of the tensors, `{end}` the suffix of all names.
"""

import functools

from ..parser import parse
from ..tir import Any
from .definitions import text_of
from .transform import InferType

_RANKS = 7

# The data types in each prelude. Functions are added when they are first used.
DTYPES = "float32 float16 float64 int32 uint8 int8 int16 uint16 int64".split()

_LISTS = """
def @tensor_array_{end}(%size: int32) -> List[{t}[]] {{
  if (%size == 0) {{ Nil }} else {{ Cons({nil}, @tensor_array_{end}(%size - 1)) }}
}}

def @tensor_array_read_{end}(%array: List[{t}[]], %index: int32) -> {t}[] {{ @nth(%array, %index) }}

def @tensor_array_write_{end}(%array: List[{t}[]], %index: int32, %value: {t}[]) -> List[{t}[]] {{
  @update(%array, %index, %value)
}}
"""

# `{name}` is the function's name. It ends with the shape of the indices if that is known.
_SCATTERED = """
def @{helper}(
  %array: List[{t}[]], %at: int32, %count: int32, %indices: Tensor[({given}), int32], %values: List[{t}[]]
) -> List[{t}[]] {{
  if (%at == %count) {{
    %array
  }} else {{
    let %written = @tensor_array_write_{end}(
      %array, take(%indices, %at), @tensor_array_read_{end}(%values, %at)
    );
    @{helper}(%written, %at + 1, %count, %indices, %values)
  }}
}}

def @{name}(
  %array: List[{t}[]], %indices: Tensor[({given}), int32], %values: List[{t}[]]
) -> List[{t}[]] {{
  let %count = take(shape_of(%indices, dtype="int32"), 0);
  @{helper}(%array, 0, %count, %indices, %values)
}}
"""

# Concatenation of tensors, and slices: `{t_cut}` is the type of the result, `{cut}` the suffix of its names.
_CONCATENATED = """
def @tensor_array_concat_{end}(%array: List[{t_cut}[]]) -> {t_cut}[] {{
  match? (%array) {{
    Cons(%first, Nil) => %first,
    Cons(%first, %rest) => @tensor_concatenate_{cut}(%first, @tensor_array_concat_{end}(%rest)),
    Nil => {nil_cut},
  }}
}}
"""

# `{t_value}` is the type of the tensor to split, `{value}` the suffix of its names.
_SPLIT = """
def @ta_split_helper_{end}(
  %array: List[{t_cut}[]], %value: {t_value}[], %offset: int32, %at: int32, %count: int32,
  %lengths: Tensor[({given}), int32]
) -> List[{t_cut}[]] {{
  if (%at == %count) {{
    %array
  }} else {{
    let %end = %offset + take(%lengths, %at);
    let %later = @ta_split_helper_{end}(%array, %value, %end, %at + 1, %count, %lengths);
    @tensor_array_write_{cut}(%later, %at, @tensor_take_{value}(%value, %offset, %end))
  }}
}}

def @tensor_array_split_{end}(
  %array: List[{t_cut}[]], %value: {t_value}[], %lengths: Tensor[({given}), int32]
) -> List[{t_cut}[]] {{
  let %count = take(shape_of(%lengths, dtype="int32"), 0);
  @ta_split_helper_{end}(%array, %value, 0, 0, %count, %lengths)
}}
"""

# `{all}` is the suffix of names for tensors with one more axis.
_STACKED = """
def @tensor_array_stack_{end}(%array: List[{t}[]]) -> {t_all}[] {{
  let %grown = @map(@tensor_expand_dims_{end}, %array);
  @foldl(@tensor_concatenate_{all}, @hd(%grown), @tl(%grown))
}}
"""

# For a list that has exactly one tensor.
_STACKED_ONE = """
def @tensor_array_stack_{end}(%array: List[{t}[]]) -> {t_all}[] {{
  @tensor_expand_dims_{end}(@hd(%array))
}}
"""

_GATHERED = """
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

# For a tensor of type `{type}`; `{make}` makes a list's tensor from a part of it.
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


# The slice from `lower` to `upper` along the first axis.
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
    """The data type of tensors of ranks up to 6."""
    t, made = _names(dtype)
    constructors = [f"{name}({_tensor([Any()] * rank, dtype)})" for rank, name in enumerate(made)]
    return f"type {t} {{\n  tensor_nil_{dtype},\n  " + ",\n  ".join(constructors) + ",\n}\n"


@functools.lru_cache(maxsize=None)
def tensor_types():
    """The module of the data types of tensors."""
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
    names = {"t": t, "end": dtype, "all": dtype, "t_all": t, "nil": f"tensor_nil_{dtype}"}
    names |= {"cut": dtype, "t_cut": t, "nil_cut": f"tensor_nil_{dtype}", "value": dtype, "t_value": t}
    names |= {"name": f"tensor_array_scatter_{dtype}", "helper": f"tensor_array_scatter_helper_{dtype}"}
    text += (_LISTS + _SCATTERED + _CONCATENATED + _SPLIT + _STACKED + _GATHERED).format(given="?", **names)
    for rank in range(1, _RANKS):
        text += _UNSTACKED.format(
            name=f"tensor_array_unstack_tensor{rank}_{dtype}",
            type=_tensor([Any()] * rank, dtype),
            make=made[rank - 1],
            t=t,
        )
    return _parsed(text)


def _parsed(text):
    return InferType()(parse(f"{text_of('prelude.rly')}\n{text}", "tensor_array"))


def _dims_text(dims):
    return "_".join("any" if isinstance(dim, Any) else str(int(dim)) for dim in dims)


def static_name(canonical, dtype, shape, batch_dim=None, extra_shapes=None):
    """The name of a definition for tensors of a shape: "tensor_take_float32_3_any".

    Names and dimensions of other shapes follow: "tensor_array_scatter_float32_3_indices_2".
    """
    dims = _dims_text(shape) + "".join(f"_{name}_{_dims_text(dims)}" for name, dims in (extra_shapes or {}).items())
    dims = dims or "scalar"
    if canonical == "tensor_t":
        return f"static_tensor_{dtype}_{dims}_t"
    if batch_dim == 1 and canonical not in ("tensor_constructor", "tensor_nil"):
        return f"{canonical}_{dtype}_batch1_{dims}"
    return f"{canonical}_{dtype}_{dims}"


def _define_together(names):
    """A class decorator. TVM defines these functions separately; here each call defines all of them."""

    def decorate(cls):
        def define(self):
            """Adds this definition and all others."""
            self.register()

        for name in names.split():
            setattr(cls, f"define_{name}", define)
        return cls

    return decorate


@_define_together(
    "tensor_adt tensor_take tensor_expand_dims tensor_concat tensor_array tensor_array_read tensor_array_write"
    " tensor_array_unstack_tensor1 tensor_array_unstack_tensor2 tensor_array_unstack_tensor3"
    " tensor_array_unstack_tensor4 tensor_array_unstack_tensor5 tensor_array_unstack_tensor6 tensor_array_scatter"
    " tensor_array_split tensor_array_concat tensor_array_gather tensor_array_stack"
)
class TensorArrayOps:
    """Adds the definitions for a data type to a prelude's module."""

    def __init__(self, prelude, dtype):
        self.prelude = prelude
        self.dtype = dtype

    def get_name(self, canonical):
        """The name of a definition."""
        return self.prelude.get_name(canonical, self.dtype)

    def get_global_var(self, canonical):
        """A function."""
        return self.prelude.get_global_var(canonical, self.dtype)

    def get_type(self, canonical):
        """The name of the data type."""
        return self.prelude.get_type(canonical, self.dtype)

    def get_ctor(self, canonical):
        """A constructor of the data type."""
        return self.prelude.get_tensor_ctor(canonical, self.dtype)

    def register(self):
        """Adds the missing definitions."""
        self.prelude.mod._import(dynamic(self.dtype))


@_define_together(
    "tensor_adt tensor_array tensor_take tensor_concatenate tensor_expand_dims tensor_array_read tensor_array_write"
    " tensor_array_unstack tensor_array_concat tensor_array_stack tensor_array_gather tensor_get_data"
)
class StaticTensorArrayOps:
    """Adds the definitions for tensors of a shape, whose dimensions can be `?`, to a prelude's module.

    With `batch_dim=1` a list has one tensor, so the shape of their concatenation is known.
    """

    def __init__(self, prelude, dtype, shape, batch_dim=None):
        self.prelude = prelude
        self.dtype = dtype
        self.shape = tuple(shape)
        self.batch_dim = batch_dim

    def get_name(self, canonical, extra_shapes=None):
        """The name of a definition."""
        return static_name(canonical, self.dtype, self.shape, self.batch_dim, extra_shapes)

    def get_global_var(self, canonical):
        """A function."""
        return self.prelude.get_global_var_static(canonical, self.dtype, self.shape, self.batch_dim)

    def get_type(self, canonical):
        """The name of the data type."""
        return self.prelude.get_type_static(canonical, self.dtype, self.shape)

    def get_ctor(self, canonical):
        """A constructor of the data type."""
        return self.prelude.get_ctor_static("tensor_t", canonical, self.dtype, self.shape)

    def register(self):
        """Adds the missing definitions."""
        self.prelude.mod._import(self._definitions())

    def is_cached(self, name):
        """Whether there is a function of this name."""
        return name in self.prelude.mod

    def define_tensor_array_scatter(self, indices_shape=None, force_update=False):  # pylint: disable=unused-argument
        """Adds the function that writes tensors to the positions of a list that indices give.

        With `indices_shape` it is for indices of this shape, and its name contains the shape.
        """
        indices = None if indices_shape is None else tuple(indices_shape)
        self.prelude.mod._import(self._definitions(indices=indices))

    def define_tensor_array_split(self, value_shape=None, lengths_shape=None, force_update=False):
        """Adds the function that splits a tensor into a list of parts of given lengths.

        `value_shape` is the shape of the tensor, `lengths_shape` that of the lengths. With `force_update` it replaces an
        existing function.
        """
        shapes = [None if shape is None else tuple(shape) for shape in (value_shape, lengths_shape)]
        made = self._definitions(value=shapes[0], lengths=shapes[1])
        replaced = [self.get_name(name) for name in ("ta_split_helper", "tensor_array_split")] if self.shape else []
        replaced = [name for name in replaced if force_update and name in self.prelude.mod]
        self.prelude.mod._import(made)
        for name in replaced:
            self.prelude.mod[name] = made[name]

    def _definitions(self, **shapes):
        return _static(self.dtype, self.shape, self.batch_dim if self.batch_dim == 1 else None, **shapes)


class _StaticText:
    """Collects definitions as text, each only once."""

    def __init__(self, dtype, batch_dim):
        self.dtype = dtype
        self.batch_dim = batch_dim
        self.text = ""
        self.written = set()

    def end(self, dims):
        """The suffix of functions' names."""
        return static_name("", self.dtype, dims, self.batch_dim)[1:]

    def nil(self, dims):
        """The constructor of an empty tensor."""
        return static_name("tensor_nil", self.dtype, dims)

    def _add(self, kind, dims, text):
        key = (kind, _dims_text(dims))
        if key not in self.written:
            self.written.add(key)
            self.text += text()

    def declare(self, dims):
        """The data type of tensors, and its constructor."""
        t, made = (static_name(name, self.dtype, dims) for name in ("tensor_t", "tensor_constructor"))
        type_ = _tensor(dims, self.dtype)
        self._add(
            "type",
            dims,
            lambda: f"type {t} {{\n  {self.nil(dims)},\n  {made}({type_}),\n}}\n"
            + _by_rank(
                f"def @tensor_get_data_{self.end(dims)}(%x: {t}[]) -> {type_}", [0], lambda _: f"{made}(%t) => %t"
            ),
        )
        return t, made

    def join(self, dims):
        """Concatenation and slices of tensors."""
        (t, made), (t_cut, cut) = self.declare(dims), self.declare((Any(), *dims[1:]))
        end = self.end(dims)
        self._add(
            "join",
            dims,
            lambda: _by_rank(
                f"def @tensor_concatenate_{end}(%x: {t}[], %y: {t}[]) -> {t_cut}[]",
                [0],
                lambda _: f"{made}(%a) => match? (%y) {{ {made}(%b) => {cut}(concatenate((%a, %b))), }}",
            )
            + _by_rank(
                f"def @tensor_take_{end}(%x: {t}[], %lower: int32, %upper: int32) -> {t_cut}[]",
                [0],
                lambda _: f"{made}(%t) => {cut}({_SLICE})",
            ),
        )

    def lists(self, dims):
        """Lists, and functions that read and write them."""
        t, _ = self.declare(dims)
        self._add("lists", dims, lambda: _LISTS.format(t=t, end=self.end(dims), nil=self.nil(dims)))

    def unstack(self, dims):
        """The list of the slices along the first axis."""
        t, made = self.declare(dims[1:])
        name, type_ = f"tensor_array_unstack_{self.end(dims)}", _tensor(dims, self.dtype)
        self._add("unstack", dims, lambda: _UNSTACKED.format(name=name, type=type_, make=made, t=t))


@functools.lru_cache(maxsize=None)
def _static(dtype, shape, batch_dim=None, indices=None, value=None, lengths=None):
    """The module of definitions for a shape. A result of another shape has `?` as its first axis."""
    out = _StaticText(dtype, batch_dim)
    t, made = out.declare(shape)
    longer = (Any() if batch_dim is None else batch_dim, *shape)
    t_all, made_all = out.declare(longer)
    out.join(longer)
    out.lists(shape)
    end = out.end(shape)
    out.text += _by_rank(
        f"def @tensor_expand_dims_{end}(%x: {t}[]) -> {t_all}[]",
        [0],
        lambda _: f"{made}(%t) => {made_all}(expand_dims(%t, axis=0))",
    )
    names = {"t": t, "end": end, "all": out.end(longer), "t_all": t_all}
    out.text += ((_STACKED if batch_dim is None else _STACKED_ONE) + _GATHERED).format(**names)
    for given in {None, indices}:
        extra = None if given is None else {"indices": given}
        scatter, helper = (
            static_name(f"tensor_array_scatter{part}", dtype, shape, batch_dim, extra) for part in ("", "_helper")
        )
        out.text += _SCATTERED.format(name=scatter, helper=helper, given=_given(given), **names)
    out.unstack(longer)
    if shape:
        cut = (Any(), *shape[1:])
        value = shape if value is None else value
        for dims in (shape, cut, value):
            out.join(dims)
        out.lists(cut)
        out.unstack(shape)
        out.text += (_CONCATENATED + _SPLIT).format(
            end=end,
            cut=out.end(cut),
            t_cut=out.declare(cut)[0],
            nil_cut=out.nil(cut),
            value=out.end(value),
            t_value=out.declare(value)[0],
            given=_given(lengths),
        )
    return _parsed(out.text)


def _given(shape):
    """The dimensions of indices or lengths."""
    return "?" if shape is None else ", ".join("?" if isinstance(dim, Any) else str(int(dim)) for dim in shape)
