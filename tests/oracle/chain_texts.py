"""The texts of programs of steps (chains.py)."""

from calls import Text
from chains import Value
from programs import attributes, type_of


class Written:
    """A program: its text, and its inputs as [(name, value)].

    Values of `cut` become inputs. With `noisy`, an input of noise is added to each value that has rounding errors;
    `noises` lists [(name, value)].
    """

    def __init__(self, outputs, cut=(), noisy=False):
        self.outputs, self.inputs, self.noises = outputs, [], []
        self._cut, self._noisy = {id(value) for value in cut}, noisy
        self._names, self._steps, self._lines, self._params = {}, {}, [], []
        for value in outputs:
            self._write(value)
        fields = ", ".join(self._names[id(value)] for value in outputs)
        head = f'#[version = "0.0.5"]\ndef @main({", ".join(self._params)}) {{\n'
        self.text = head + "\n".join(self._lines) + f"\n  ({fields},)\n}}\n"

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
        name = f"%{len(self._lines)}"
        self._lines.append(f"  {name} = {text};")
        return name

    def _step(self, value):
        step = value.step
        if id(step) not in self._steps:
            made = step.call
            args = [self._argument(arg) for arg in step.args]
            for place, (op, own) in made.inner.items():
                args[place] = f"{op}({', '.join([args[place]] + attributes(own))})"
            name = self._line(f"{made.op}({', '.join(args + attributes(made.attrs))})")
            self._steps[id(step)] = (step, name)
        _, name = self._steps[id(step)]
        single = len(step.results) == 1 and not step.call.tuple_result
        name = name if single else f"{name}.{value.place}"
        if self._noisy and value.noise is not None:
            noise = self._param("n", len(self.noises), value.array)
            self.noises.append((noise, value))
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


def _values(args):
    for arg in args:
        if isinstance(arg, Value):
            yield arg
        elif isinstance(arg, list):
            yield from _values(arg)
