"""Products of matrices."""

import numpy as np
from calls import REALS, wide
from onnx_calls import onnx, onnx_row


def product(inputs, attrs, compute, dtype=None, **facts):
    """A sum of products of the first two inputs, whose error is measured by that of their absolute values."""
    a, b = inputs[:2]
    out = dtype or a.dtype.name
    if not out.startswith("f"):
        return onnx(inputs, attrs, compute(a.astype("int64"), b.astype("int64")), out, **facts)
    scale = compute(np.abs(wide(a)), np.abs(wide(b)))
    return onnx(
        inputs, attrs, compute(wide(a), wide(b)), out, scale=scale, rounds=4 * max(a.shape[-1:] + (1,)) + 16, **facts
    )


def factors(r, empty=True):
    """Shapes as in numpy.matmul: vectors, matrices, and batches of them that are broadcast."""
    m, k, n = (0 if empty and r.chance(0.04) else r.int(1, 5) for _ in range(3))
    (a, b), _ = r.broadcast(2, 2, empty=0.02 if empty else 0)
    first = a + (m, k) if r.chance(0.85) else (k,)
    second = b + (k, n) if r.chance(0.85) else (k,)
    return first, second


@onnx_row("MatMul", opsets=(1, 9, 13))
def matmul(r):
    first, second = factors(r)
    dtype = r.choice(REALS + ("int32", "int64")) if r.opset >= 9 else r.choice(REALS)
    made = product([r.any(first, dtype), r.any(second, dtype)], {}, np.matmul)
    # Only batches of unknown size may be empty.
    made.sized = 0 in first[-2:] + second[-2:]
    return made


@onnx_row("MatMulInteger16", opsets=(10,))
def matmul_integer16(r):
    first, second = factors(r, False)
    kinds = r.choice([("int16", "int16"), ("uint16", "uint16"), ("uint16", "int16"), ("int16", "uint16")])
    out = "uint32" if kinds == ("uint16", "uint16") else "int32"
    args = [r.integers(first, kinds[0]), r.integers(second, kinds[1])]
    return product(args, {}, np.matmul, out, domain="com.microsoft")


@onnx_row("Gemm", opsets=(6, 7, 9, 11, 13))
def gemm(r):
    """alpha·A·B + beta·C; C is broadcast."""
    m, k, n = r.ints(3, 1, 5)
    dtype = r.choice(REALS) if r.opset < 9 or r.chance(0.8) else "int32"
    left, right = r.chance(0.5), r.chance(0.5)
    a = r.any((k, m) if left else (m, k), dtype)
    b = r.any((n, k) if right else (k, n), dtype)
    shape = r.choice([(m, n), (n,), (1, n), (m, 1), (1,), ()] if r.opset >= 7 else [(m, n)])
    c = r.any(shape, dtype) if r.opset < 11 or r.chance(0.7) else None
    real = dtype.startswith("f")
    attrs = {key: r.real(-2, 2) if real else float(r.int(-3, 3)) for key in r.subset(["alpha", "beta"])}
    attrs |= {key: 1 for key, flag in (("transA", left), ("transB", right)) if flag}
    alpha, beta = (float(a.dtype.type(attrs.get(key, 1.0))) for key in ("alpha", "beta"))
    x, y = wide(a).T if left else wide(a), wide(b).T if right else wide(b)
    value, scale = alpha * (x @ y), abs(alpha) * (np.abs(x) @ np.abs(y))
    if c is not None:
        value, scale = value + beta * wide(c), scale + np.abs(beta * wide(c))
    if not real:
        return onnx([a, b, c], attrs, value.astype("int64"), dtype)
    return onnx([a, b, c], attrs, value, scale=scale, rounds=2 * k + 16)


@onnx_row("FC", opsets=(1,))
def fully_connected(r):
    m, k, n = r.ints(3, 1, 5)
    x, weight = r.reals((m, k)), r.reals((n, k))
    bias = r.reals((n,)) if r.chance(0.6) else None
    add = 0 if bias is None else wide(bias)
    scale = np.abs(wide(x)) @ np.abs(wide(weight)).T + np.abs(add)
    return onnx([x, weight, bias], {}, wide(x) @ wide(weight).T + add, scale=scale, rounds=2 * k + 8)


@onnx_row("LinearRegressor", opsets=(1,))
def linear_regressor(r):
    """x · coefficients + intercepts, a row of coefficients for each target."""
    m, k, targets = r.int(1, 4), r.int(1, 5), r.int(1, 3)
    x = r.any((m, k), r.choice(("float32", "float32", "float64", "int32", "int64")))
    x = np.clip(x, -9, 9).astype(x.dtype)
    rows = [[r.real(-2, 2) for _ in range(k)] for _ in range(targets)]
    attrs = {"coefficients": [c for line in rows for c in line]}
    attrs |= {"targets": targets} if targets > 1 or r.chance(0.5) else {}
    add = np.zeros(targets)
    if r.chance(0.6):
        attrs["intercepts"] = [r.real(-2, 2) for _ in range(targets)]
        add = np.array(attrs["intercepts"])
    matrix = x.astype("float64").reshape(-1, k)
    scale = np.abs(matrix) @ np.abs(np.array(rows)).T + np.abs(add)
    return onnx([x], attrs, matrix @ np.array(rows).T + add, "float32", scale=scale, rounds=32, domain="ai.onnx.ml")


@onnx_row("Einsum", opsets=(12,))
def einsum(r):
    letters = "abcd"[: r.int(1, 4)]
    sizes = {letter: r.int(1, 4) for letter in letters}
    count = len(letters)
    terms = ["".join(letters[i] for i in r.permutation(count)[: r.int(1, count)]) for _ in range(r.int(1, 3))]
    if r.chance(0.15):
        # A diagonal.
        terms[0] = terms[0] + terms[0][0]
    used = sorted(set("".join(terms)))
    target = "".join(used[i] for i in r.permutation(len(used))[: r.int(0, len(used))])
    dots = r.chance(0.3)
    lead = tuple(r.ints(r.int(1, 2), 1, 3)) if dots else ()
    dtype = r.choice(("float32", "float64", "int32"))
    parts = []
    for term in terms:
        own = tuple(1 if r.chance(0.2) else n for n in lead)
        parts.append(r.any(own + tuple(sizes[letter] for letter in term), dtype))
    mark = "..." if dots else ""
    equation = ",".join(mark + term for term in terms)
    if r.chance(0.7):
        equation += "->" + mark + target
    else:
        # The letters that occur once, sorted.
        joined = "".join(terms)
        target = "".join(letter for letter in used if joined.count(letter) == 1)
    if r.chance(0.3):
        equation = equation.replace(",", " , ").replace("->", " -> ")
    full = equation.replace(" ", "")
    value = np.einsum(full, *map(wide, parts), dtype=None)
    scale = np.einsum(full, *[np.abs(wide(part)) for part in parts]) if dtype.startswith("f") else None
    return onnx(parts, {"equation": equation}, value, scale=scale, rounds=600)


@onnx_row("Det", opsets=(11,))
def det(r):
    n = r.int(1, 4)
    x = r.reals((*r.shape(0, 2, empty=0), n, n), r.choice(("float32", "float64")))
    if r.chance(0.3):
        x = r.integers(x.shape, "int32", -1, 1).astype(x.dtype)
    value = np.linalg.det(wide(x))
    scale = np.abs(wide(x)).max() ** n * 24 + 1e-3
    return onnx([x], {}, value, scale=scale, rounds=64)


