"""Calls of PyTorch's operators by their schemas, in TorchScript archives: a value or a diagnostic."""

import io
import json
import random
import re
import zipfile
import zlib
from pathlib import Path

import numpy as np
from engines import EngineError
from hostile import BUG, INTEGERS
from onnx_run import Importer

SCHEMAS = Path(__file__).resolve().parents[2] / "src/frontend/pytorch/schemas.def"

SHAPES = [(2, 3, 6, 6), (4, 3, 3, 3), (3, 4), (4, 4), (4,), (3,), (1,), (), (2, 3, 5), (1, 1, 1, 1, 1)]
ODD_SHAPES = [(0,), (2, 0), (0, 3, 6, 6), (1, 0, 3, 3), (2, 3, 1), (1,) * 9, (7, 1, 5), (1000,)]
DTYPES = ["float32", "float32", "float32", "float64", "int64", "int32", "uint8", "int8", "bool", "float16"]
FLOATS = ["0.0", "-0.0", "1.0", "-1.5", "0.5", "1e-05", "1e30", "-1e30", "1e308", "inf", "-inf", "nan"]
WORDS = ["", "?", "nearest", "bilinear", "bicubic", "constant", "reflect", "replicate", "circular", "same", "valid"]
WORDS += ["mean", "none", "ij,jk->ik", "...ii->...i", "floor", "trunc", "tanh", "left", "xy", "ij"]

# A module of the class __torch__.Model without members.
EMPTY_MODULE = b"\x80\x02c__torch__\nModel\n)\x81}(ub."


def schemas():
    """{operator: [([(type of a parameter, "name=" if the call names it)], type of the result)]}"""
    table = {}
    for text in re.findall(r'TORCH_SCHEMA\("(.*)"\)', SCHEMAS.read_text()):
        name, params, result = re.fullmatch(r"([\w:.]+)\((.*)\) -> (.*)", text).groups()
        # Defaults can have commas.
        params = re.sub(r"=\[[^\]]*\]", "=0", params)
        types, keyed = [], False
        for item in re.sub(r"=[^,]*", "", params).split(","):
            if item.strip() == "*":
                keyed = True
            elif len(item.split()) == 2:
                kind, key = item.split()
                types.append((kind, f"{key}=" if keyed else ""))
        table.setdefault(name.split(".")[0], []).append((types, result))
    return table


class TorchCall:
    """A random call: the code of `forward` and the inputs."""

    def __init__(self, op, overloads, seed, index):
        self.r = random.Random(zlib.crc32(f"torch {op} {seed} {index}".encode()))
        self.inputs = []
        # Many calls are right but for one argument.
        self.odd = self.r.choice([0, 0.1, 0.3, 0.6])
        self.shape, self.dtype = self.r.choice(SHAPES), self.r.choice(DTYPES)
        types, result = self.r.choice(overloads)
        if self.r.random() < 0.3:
            types = types[: self.r.randrange(len(types) + 1)]
        space, name = op.split("::")
        args = ", ".join(key + self.value(kind) for kind, key in types)
        callee = f"torch.{name}" if space == "aten" else f"ops.{space}.{name}"
        value = f"{callee}({args})"
        if not self.inputs:
            self.tensor()
        if result in ("int", "float", "bool", "Scalar"):
            value, result = f"torch.add(x0, {value})", "Tensor"
        result = re.sub(r"^(\w+)\[\w*\]$", r"List[\1]", result)
        result = re.sub(r"^\((.*)\)$", r"Tuple[\1]", result)
        params = "".join(f",\n    x{i}: Tensor" for i in range(len(self.inputs)))
        self.code = f"  def forward(self: __torch__.Model{params}) -> {result}:\n    return {value}\n"

    def tensor(self):
        r = self.r
        odd = r.random() < self.odd
        shape = r.choice(ODD_SHAPES) if odd else self.shape if r.random() < 0.6 else r.choice(SHAPES)
        dtype = np.dtype(r.choice(DTYPES) if odd or r.random() < 0.2 else self.dtype)
        data = np.array([r.choice([0, 1, 2, 3, 1, 0.5, -1]) for _ in range(int(np.prod(shape)))])
        with np.errstate(all="ignore"):
            self.inputs.append((f"x{len(self.inputs)}", data.reshape(shape).astype(dtype)))
        return self.inputs[-1][0]

    def int(self):
        return str(self.r.choice(INTEGERS) if self.r.random() < self.odd else self.r.choice([0, 1, 2, 1, 3, -1, -2]))

    def list(self, kind, length):
        count = length or self.r.choice([1, 2, 2, 3, 4])
        if self.r.random() < self.odd:
            count = self.r.choice([0, 1, 2, 3, 5, 40])
        items = ", ".join(self.value(kind) for _ in range(count))
        return f"[{items}]" if items else f"annotate(List[{kind}], [])"

    def value(self, kind):
        """An argument of a type in PyTorch's syntax."""
        r = self.r
        if kind.endswith("?"):
            return "None" if r.random() < 0.4 else self.value(kind[:-1])
        listed = re.fullmatch(r"(.*)\[(\d*)\]", kind)
        if listed:
            return self.list(listed[1], int(listed[2] or 0))
        if r.random() < self.odd / 10:
            kind = r.choice(["Tensor", "int", "float", "bool", "str", "int[]", "None"])
            return "None" if kind == "None" else self.value(kind)
        if kind in ("Tensor", "t", "Any"):
            return self.tensor()
        if kind == "float" or kind == "Scalar" and r.random() < 0.5:
            return r.choice(FLOATS) if r.random() < self.odd else r.choice(["1.0", "0.5", "2.0"])
        if kind == "bool":
            return r.choice(["True", "False"])
        if kind == "str":
            return json.dumps(r.choice(WORDS))
        return self.int()


def archive(code):
    """The bytes of an archive of a module with this method."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as file:
        file.writestr("model/data.pkl", EMPTY_MODULE)
        head = "class Model(Module):\n  __parameters__ = []\n  __buffers__ = []\n"
        file.writestr("model/code/__torch__.py", head + code)
        file.writestr("model/constants.pkl", b"\x80\x02).")
        file.writestr("model/version", "3\n")
    return data.getvalue()


class HostileTorch:
    """The operators of PyTorch, for hostile_runs.check_hostile."""

    what = "calls of PyTorch's operators"

    def __init__(self):
        self.engine, self.table = Importer(), schemas()
        self.names = list(self.table)

    def cases(self, _op):
        """The numbers of the calls of a sweep."""
        return range(400)

    def call(self, op, seed, index):
        return TorchCall(op, self.table[op], seed, index)

    def run_call(self, op, seed, index):
        """What is wrong with a call, or None."""
        call = self.call(op, seed, index)
        types = json.dumps([[name, list(value.shape), str(value.dtype)] for name, value in call.inputs])
        for mode in ("evaluator", "optimized"):
            try:
                self.engine.run_file(
                    mode,
                    archive(call.code),
                    call.inputs,
                    lambda file: self.engine._raw.fromPytorch(file, types, "{}", 0),
                )
            except EngineError as error:
                if BUG.search(str(error)):
                    return f"{mode}: {error}"
        return None

    def show(self, op, seed, index):
        call = self.call(op, seed, index)
        print(f"  again: python3 tests/oracle --torch --hostile --op {op} --seed {seed} --index {index}")
        print(call.code)
        for name, value in call.inputs:
            print(f"  {name}: {value.dtype} {list(value.shape)} {value.tolist() if value.size <= 16 else '…'}")
