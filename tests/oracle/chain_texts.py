"""The texts of programs of steps (chains.py)."""

import re

import inexact
from calls import Text
from chains import Value
from programs import attributes, type_of


# The forms of programs: a graph, lets, a part in both branches of an `if`, and a part in another function.
FORMS = ("graph", "let", "if", "function")


class Written:
    """A program: its text, and its inputs as [(name, value)].

    Values of `cut` become inputs. With `noisy`, an input of noise is added to each value that has rounding errors;
    `noises` lists [(name, value, size)], of the sizes that `inexact.noise` has for this `kind`. `split` is the share of the steps
    before an `if`, or in the other function. `recast` writes calls of @main as Recast does.
    """

    def __init__(self, outputs, cut=(), noisy=False, form="graph", split=0.5, kind="", recast=None):
        self.outputs, self.inputs, self.noises = outputs, [], []
        self._kind, self._recast, self._replaced = kind, recast, {}
        self._prefix = "%v" if form == "let" else "%"
        self._cut, self._noisy = {id(value) for value in cut}, noisy
        self._names, self._steps, self._lines, self._params = {}, {}, [], []
        for value in outputs:
            self._write(value)
        fields = "(" + ", ".join(self._names[id(value)] for value in outputs) + ",)"
        at = int(split * len(self._lines))
        first = at if form == "function" else 0
        for place in range(first, len(self._lines)):
            name, text = self._lines[place]
            self._lines[place] = (name, self._replaced.get(name, text))
        before = ""
        if form == "let":
            body = "".join(f"  let {name} = {text};\n" for name, text in self._lines) + "  " + fields
        elif form == "if":
            self._params.append("%c: bool")
            second = {f"%{place}": f"%{place + 1000}" for place in range(at, len(self._lines))}
            inner = _lines(self._lines[at:]) + "  " + fields
            body = _lines(self._lines[:at]) + f"  if (%c) {{\n{inner}\n  }} else {{\n{_renamed(inner, second)}\n  }}"
        elif form == "function" and 0 < at:
            inner, rest = _lines(self._lines[:at]), _lines(self._lines[at:])
            own = {name for name, _ in self._lines[:at]}
            used = {name for name in re.findall(r"%\d+", rest + fields) if name in own}
            used = sorted(used, key=lambda name: int(name[1:]))
            names = set(re.findall(r"%[a-z]\d+", inner))
            params = [param for param in self._params if param.split(":")[0] in names]
            before = f"def @part({', '.join(params)}) {{\n{inner}  ({', '.join(used)},)\n}}\n"
            body = f"  %1000 = @part({', '.join(param.split(':')[0] for param in params)});\n"
            body += _lines([(name, f"%1000.{place}") for place, name in enumerate(used)]) + rest + "  " + fields
        else:
            body = _lines(self._lines) + "  " + fields
        self.text = f'#[version = "0.0.5"]\n{before}def @main({", ".join(self._params)}) {{\n{body}\n}}\n'

    @property
    def steps(self):
        return list(self._steps.values())

    def _param(self, prefix, count, array):
        name = f"{prefix}{count}"
        self._params.append(f"%{name}: {type_of(array)}")
        return name

    def _leaf(self, value):
        name = self._param("x", len(self.inputs), value.array)
        self.inputs.append((name, value))
        self._names[id(value)] = "%" + name

    def _needs(self, value):
        if value.step is None or id(value) in self._cut:
            return []
        return list(_values(value.step.args))

    def _write(self, root):
        # Programs can be deep.
        stack = [root]
        while stack:
            value = stack[-1]
            if id(value) in self._names:
                stack.pop()
                continue
            missing = [need for need in self._needs(value) if id(need) not in self._names]
            if missing:
                stack += missing[::-1]
                continue
            stack.pop()
            if value.step is None or id(value) in self._cut:
                self._leaf(value)
            else:
                self._step(value)

    def _line(self, text):
        name = f"{self._prefix}{len(self._lines)}"
        self._lines.append((name, text))
        return name

    def _step(self, value):
        step = value.step
        if id(step) not in self._steps:
            made = step.call
            args = [self._argument(arg) for arg in step.args]
            for place, (op, own) in made.inner.items():
                args[place] = f"{op}({', '.join([args[place]] + attributes(own))})"
            name = self._line(f"{made.op}({', '.join(args + attributes(made.attrs))})")
            recast = self._recast and self._recast.text(step, args)
            if recast:
                self._replaced[name] = recast
            self._steps[id(step)] = (step, name)
        _, name = self._steps[id(step)]
        single = len(step.results) == 1 and not step.call.tuple_result
        name = name if single else f"{name}.{value.place}"
        size = inexact.noise(self._kind, value) if self._noisy else None
        if size is not None:
            noise = self._param("n", len(self.noises), value.array)
            self.noises.append((noise, value, size))
            name = self._line(f"add({name}, %{noise})")
        self._names[id(value)] = name

    def _argument(self, arg):
        if isinstance(arg, Text):
            return str(arg)
        if isinstance(arg, Value):
            return self._names[id(arg)]
        whole = arg[0].step if arg and isinstance(arg[0], Value) else None
        if whole is not None and whole.call.tuple_result and arg == whole.results and not self._noisy:
            if not any(id(value) in self._cut for value in arg):
                return self._steps[id(whole)][1]
        texts = [self._argument(one) for one in arg]
        return "(" + ", ".join(texts) + ("," if len(texts) == 1 else "") + ")"


def _lines(lines):
    return "".join(f"  {name} = {text};\n" for name, text in lines)


def _renamed(text, names):
    return re.sub(r"%\d+", lambda match: names.get(match[0], match[0]), text)


def _values(args):
    for arg in args:
        if isinstance(arg, Value):
            yield arg
        elif isinstance(arg, list):
            yield from _values(arg)
