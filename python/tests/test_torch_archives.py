"""Imports of TorchScript archives: nested shapes of inputs, and converters in Python."""

import io
import zipfile

import numpy as np
import pytest

import passcope as tvm
from passcope import relay


def archive(signature, body):
    """An archive of a module without weights, as torch.jit.save writes it: a pickled object and the code."""
    code = (
        "class Model(Module):\n  __parameters__ = []\n  __buffers__ = []\n"
        f"  def forward(self: __torch__.Model, {signature}:\n"
    )
    code += "".join(f"    {line}\n" for line in body.splitlines())
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as parts:
        parts.writestr("archive/data.pkl", b"\x80\x02c__torch__\nModel\n)\x81}(ub.")
        parts.writestr("archive/code/__torch__.py", code)
        parts.writestr("archive/constants.pkl", b"\x80\x02(t.")
        parts.writestr("archive/version", "9\n")
    return file.getvalue()


def run(module, *values):
    return relay.create_executor("graph", module).evaluate()(*values).numpy()


NEGATED = archive("x: Tensor) -> Tensor", "return torch.add(torch.nothing(x, 2, [0.5, None]), 1)")
PAIR = archive("x: Tuple[Tensor, Tuple[Tensor, Tensor]]) -> Tensor",
               "a, b, = x\nc, d, = b\nreturn torch.add(torch.mul(a, c), d)")


def test_nested_shapes():
    module, _ = relay.frontend.from_pytorch(PAIR, [("x", ((2,), ((2,), (1,))))])
    assert str(module["main"].params[0].type_annotation) == (
        "(Tensor[(2), float32], (Tensor[(2), float32], Tensor[(1), float32]))"
    )
    module, _ = relay.frontend.from_pytorch(PAIR, [("x", (((2,), ((2,), (1,))), "float64"))])
    assert "float32" not in str(module["main"].params[0].type_annotation)
    module, _ = relay.frontend.from_pytorch(PAIR, [("x", [[2], [([2], "int32"), [1]]])])
    assert "Tensor[(2), int32]" in str(module["main"].params[0].type_annotation)


def test_a_converter_of_an_unknown_operator():
    told = []

    def convert(inputs, types):
        told.append((inputs[1:], types))
        return relay.negative(inputs[0]) * relay.const(float(inputs[1]))

    module, _ = relay.frontend.from_pytorch(NEGATED, [("x", (2,))], {"aten::nothing": convert})
    assert told[0][0] == [2, [0.5, None]]
    assert told[0][1][:2] == ["float32", "int32"]
    np.testing.assert_array_equal(run(module, np.array([1, 2], "float32")), [-1, -3])


def test_a_converter_comes_before_the_own_one():
    source = archive("x: Tensor) -> Tensor", "return torch.relu_(torch.abs(x))")
    module, _ = relay.frontend.from_pytorch(source, [("x", (2,))], {"aten::relu": lambda inputs, _: -inputs[0]})
    np.testing.assert_array_equal(run(module, np.array([-1, 2], "float32")), [-1, -2])


def test_a_converter_of_several_results():
    source = archive("x: Tensor) -> Tensor", "a, b, = torch.both(x)\nreturn torch.sub(a, b)")
    module, _ = relay.frontend.from_pytorch(
        source, [("x", (2,))], {"aten::both": lambda inputs, _: (inputs[0], relay.const(3.0))}
    )
    np.testing.assert_array_equal(run(module, np.array([1, 2], "float32")), [-2, -1])


def test_an_exception_of_a_converter():
    def convert(inputs, types):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        relay.frontend.from_pytorch(NEGATED, [("x", (2,))], {"aten::nothing": convert})


def test_an_operator_without_converter():
    with pytest.raises(tvm.TVMError, match="aten::nothing"):
        relay.frontend.from_pytorch(NEGATED, [("x", (2,))])
