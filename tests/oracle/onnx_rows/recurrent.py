"""Recurrent layers and steps of optimizers."""

import numpy as np
from calls import result, wide
from onnx_calls import onnx_row, several


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


# Name -> (function of x, alpha and beta; the number of these that it takes).
ACTIVATIONS = {
    "Sigmoid": (lambda x, a, b: sigmoid(x), 0),
    "Tanh": (lambda x, a, b: np.tanh(x), 0),
    "Relu": (lambda x, a, b: np.maximum(x, 0), 0),
    "Affine": (lambda x, a, b: a * x + b, 2),
    "LeakyRelu": (lambda x, a, b: np.where(x < 0, a * x, x), 1),
    "ThresholdedRelu": (lambda x, a, b: np.where(x >= a, x, 0), 1),
    "ScaledTanh": (lambda x, a, b: a * np.tanh(b * x), 2),
    "HardSigmoid": (lambda x, a, b: np.clip(a * x + b, 0, 1), 2),
    "Elu": (lambda x, a, b: np.where(x < 0, a * np.expm1(x), x), 1),
    "Softsign": (lambda x, a, b: x / (1 + np.abs(x)), 0),
    "Softplus": (lambda x, a, b: np.logaddexp(0, x), 0),
}

# The gates of each layer, and their default functions.
LAYERS = {"RNN": (1, ["Tanh"]), "GRU": (3, ["Sigmoid", "Tanh"]), "LSTM": (4, ["Sigmoid", "Tanh", "Tanh"])}


def cell(name, x, h, c, parts, functions, attrs):
    """One step. The gates are in ONNX's order: z r h, and i o f c."""
    w, rec, wb, rb, peephole = parts
    f, g, out = (functions + [None] * 2)[:3]
    size = h.shape[-1]
    cut = lambda m, i: m[i * size : (i + 1) * size]  # noqa: E731
    gate = lambda i: x @ cut(w, i).T + h @ cut(rec, i).T + cut(wb, i) + cut(rb, i)  # noqa: E731
    if name == "RNN":
        return f(gate(0)), c
    if name == "GRU":
        z, reset = f(gate(0)), f(gate(1))
        if attrs.get("linear_before_reset"):
            hidden = g(x @ cut(w, 2).T + reset * (h @ cut(rec, 2).T + cut(rb, 2)) + cut(wb, 2))
        else:
            hidden = g(x @ cut(w, 2).T + (reset * h) @ cut(rec, 2).T + cut(rb, 2) + cut(wb, 2))
        return (1 - z) * hidden + z * h, c
    p_i, p_o, p_f = (cut(peephole, i) for i in range(3))
    i = f(gate(0) + p_i * c)
    forget = 1 - i if attrs.get("input_forget") else f(gate(2) + p_f * c)
    cell_ = forget * c + i * g(gate(3))
    o = f(gate(1) + p_o * cell_)
    return o * out(cell_), cell_


@onnx_row(*LAYERS, opsets=(7, 14))
def layer(r, name):
    """Each sequence ends at its length: later outputs are 0, and the last state is that of its last step."""
    gates, defaults = LAYERS[name]
    steps, batch, inside, size = r.int(1, 4), r.int(1, 3), r.int(1, 3), r.int(1, 3)
    direction = r.choice(["forward", "reverse", "bidirectional"])
    count = 2 if direction == "bidirectional" else 1
    dtype = r.choice(("float32", "float32", "float64"))
    x = r.reals((steps, batch, inside), dtype, -2, 2)
    w, rec = r.reals((count, gates * size, inside), dtype, -1, 1), r.reals((count, gates * size, size), dtype, -1, 1)
    bias = r.reals((count, 2 * gates * size), dtype, -1, 1) if r.chance(0.6) else None
    lengths = r.integers((batch,), "int32", 1, steps) if r.chance(0.4) else None
    first = r.reals((count, batch, size), dtype, -1, 1) if r.chance(0.5) else None
    inputs = [x, w, rec, bias, lengths, first]
    cells, peephole = None, None
    if name == "LSTM":
        cells = r.reals((count, batch, size), dtype, -1, 1) if r.chance(0.5) else None
        peephole = r.reals((count, 3 * size), dtype, -1, 1) if r.chance(0.4) else None
        inputs += [cells, peephole]
    attrs = {"hidden_size": size} | (
        {"direction": direction} if count > 1 or direction == "reverse" or r.chance(0.3) else {}
    )
    if name == "GRU" and r.chance(0.6):
        attrs["linear_before_reset"] = r.int(0, 1)
    if name == "LSTM" and r.chance(0.4):
        attrs["input_forget"] = r.int(0, 1)
    clip = attrs["clip"] = r.choice([0.5, 1.25]) if r.chance(0.3) else None
    chosen, alphas, betas, functions = [], [], [], []
    own = r.chance(0.4)
    for _ in range(count):
        line = []
        for default in defaults:
            kind = r.choice(list(ACTIVATIONS)) if own else default
            function, taken = ACTIVATIONS[kind]
            a, b = r.choice([0.25, 0.5, 0.75]), r.choice([0.25, 0.5, 0.75])
            alphas += [a] if taken > 0 else []
            betas += [b] if taken > 1 else []
            chosen.append(kind)

            def bound(v, function=function, a=a, b=b):
                return function(v if clip is None else np.clip(v, -clip, clip), a, b)

            line.append(bound)
        functions.append(line)
    if own:
        attrs["activations"] = chosen
        attrs |= ({"activation_alpha": alphas} if alphas else {}) | ({"activation_beta": betas} if betas else {})
    outputs = np.zeros((steps, count, batch, size))
    last, last_cell = np.zeros((count, batch, size)), np.zeros((count, batch, size))
    for d in range(count):
        back = direction == "reverse" or d == 1
        wb, rb = np.split(wide(bias[d]) if bias is not None else np.zeros(2 * gates * size), 2)
        parts = wide(w[d]), wide(rec[d]), wb, rb, wide(peephole[d]) if peephole is not None else np.zeros(3 * size)
        for n in range(batch):
            length = steps if lengths is None else int(lengths[n])
            h = wide(first[d, n]) if first is not None else np.zeros(size)
            c = wide(cells[d, n]) if cells is not None else np.zeros(size)
            for t in range(length - 1, -1, -1) if back else range(length):
                h, c = cell(name, wide(x[t, n]), h, c, parts, functions[d], attrs)
                outputs[t, d, n] = h
            last[d, n], last_cell[d, n] = h, c
    if r.opset >= 14 and r.chance(0.3):
        attrs["layout"] = 1
        inputs[0] = x.transpose(1, 0, 2)
        for i in (5, 6):
            if len(inputs) > i and inputs[i] is not None:
                inputs[i] = inputs[i].transpose(1, 0, 2)
        outputs, last, last_cell = outputs.transpose(2, 0, 1, 3), last.transpose(1, 0, 2), last_cell.transpose(1, 0, 2)
    size_ = max(1.0, np.abs(last).max(), np.abs(last_cell).max(), np.abs(outputs).max()) * 16
    kept = [result(inputs, item, dtype, scale=size_, rounds=400) for item in (outputs, last)]
    if name == "LSTM":
        kept.append(result(inputs, last_cell, dtype, scale=size_, rounds=400))
    kept = [item if r.chance(0.8) else None for item in kept]
    if not any(kept):
        return layer(r, name)
    return several(inputs, attrs, *kept)


@onnx_row("Adagrad", "Adam", "Momentum", opsets=(17,))
def optimizers(r, name):
    """The gradient of a penalty, norm_coefficient · x, is added to each gradient."""
    dtype = r.choice(("float32", "float64"))
    rate, step = np.asarray(r.real(0.125, 1), "float32").astype(dtype), np.asarray(r.int(0, 5), "int64")
    shapes = [r.shape(0, 2, empty=0) for _ in range(r.int(1, 2))]
    states = {"Adagrad": 1, "Adam": 2, "Momentum": 1}[name]
    lists = [[r.reals(shape, dtype) for shape in shapes] for _ in range(2 + states)]
    if name != "Momentum":
        lists[-1] = [np.abs(item) + np.asarray(0.25, dtype) for item in lists[-1]]
    attrs = {"norm_coefficient": r.choice([0.0, 0.5])} if name == "Momentum" or r.chance(0.6) else {}
    norm = attrs.get("norm_coefficient", 0.0)
    values = [[] for _ in range(1 + states)]
    if name == "Adagrad":
        attrs |= {key: r.choice([0.5, 0.125]) for key in r.subset(["decay_factor", "epsilon"])}
    elif name == "Adam":
        attrs |= {key: r.choice([0.5, 0.875]) for key in r.subset(["alpha", "beta"])}
        attrs |= {key: r.choice([0.5, 0.125]) for key in r.subset(["epsilon", "norm_coefficient_post"])}
    else:
        attrs |= {"alpha": 0.75, "beta": r.choice([0.5, 1.0]), "mode": r.choice(["standard", "nesterov"])}
    t, learning = int(step), float(rate)
    for x, g, *state in zip(*[map(wide, item) for item in lists]):
        gradient = norm * x + g
        if name == "Adagrad":
            square = state[0] + gradient**2
            factor = learning / (1 + t * attrs.get("decay_factor", 0.0))
            new = [x - factor * gradient / (np.sqrt(square) + attrs.get("epsilon", 0.0)), square]
        elif name == "Adam":
            alpha, beta = attrs.get("alpha", 0.9), attrs.get("beta", 0.999)
            v, h = alpha * state[0] + (1 - alpha) * gradient, beta * state[1] + (1 - beta) * gradient**2
            factor = learning * np.sqrt(1 - beta**t) / (1 - alpha**t) if t > 0 else learning
            moved = x - factor * v / (np.sqrt(h) + attrs.get("epsilon", 1e-2))
            new = [(1 - attrs.get("norm_coefficient_post", 0.0)) * moved, v, h]
        else:
            v = attrs["alpha"] * state[0] + (attrs["beta"] if t > 0 else 1.0) * gradient
            along = v if attrs["mode"] == "standard" else gradient + attrs["alpha"] * v
            new = [x - learning * along, v]
        for line, item in zip(values, new):
            line.append(item)
    rounds = 256 if name == "Adam" else 32
    flat = [item for line in values for item in line]
    results = [result([], item, dtype, scale=16 + np.abs(item), rounds=rounds) for item in flat]
    inputs = [rate, step] + [item for line in lists for item in line]
    return several(inputs, attrs, *results, domain="ai.onnx.preview.training")
