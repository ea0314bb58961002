"""Instruments. Options, data and questions of the engine's own ones are those of its table of instruments."""

import inspect
import shutil
from pathlib import Path

from .. import _raw
from .._given import must_be
from .._host import HOST
from ._schema import SCHEMA
from .custom_instrument import Instrument, PassInfo, PassInstrument, pass_instrument
from .records import reader, snake

_ROWS = {row["name"]: row for row in SCHEMA["instruments"]}


def _default(option):
    value = option["default"]
    return tuple(value) if isinstance(value, list) else value


def _parameters(options):
    """The parameters of a method for options or arguments of the table, and their types."""
    made, types = [], {}
    for option in sorted(options, key=lambda option: not option["required"]):
        default = inspect.Parameter.empty if option["required"] else _default(option)
        made.append(inspect.Parameter(snake(option["name"]), inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default))
        types[snake(option["name"])] = reader(option["type"])[0].replace("list[", "collections.abc.Sequence[")
    return made, types


def _method(name, options, answer, doc, function):
    """A method that calls `function` with the object and the options that were given."""
    parameters, types = _parameters(options)
    self = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    signature = inspect.Signature([self, *parameters])
    names = {snake(option["name"]): option["name"] for option in options}

    def method(*args, **kwargs):
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise TypeError(f"{method.__qualname__.removesuffix('.__init__')}() {error}") from None
        this = given.pop("self")
        return function(this, {names[key]: value for key, value in given.items()})

    method.__name__ = method.__qualname__ = name
    method.__signature__ = signature
    method.__annotations__ = {**types, "return": answer}
    docs = "".join(f"\n{snake(option['name'])} : {option['doc']}" for option in options)
    method.__doc__ = doc + ("\n" + docs if docs else "")
    return method


def _question(row):
    """The method for a question of the table."""
    type_, read = reader(row["answer"])
    is_text = row["answer"] == "string"

    def ask(self, given):
        answer = _raw.askInstrument(self.handle, row["name"], _raw.dumps(given))
        if is_text:
            return answer
        return read(_raw.loads(answer)) if read else _raw.loads(answer)

    return _method(snake(row["name"]), row["arguments"], type_, row["doc"], ask)


def _members(row):
    """The constructor and the methods of an instrument of the table."""
    made = {"__init__": _method("__init__", row["options"], "None", row["summary"], lambda self, given: self._create(given))}
    if row["data"]:
        type_, read = reader(row["data"]["type"])
        made[snake(row["data"]["name"])] = _method(
            snake(row["data"]["name"]),
            [],
            type_,
            row["data"]["doc"],
            lambda self, _: read(_raw.loads(_raw.instrumentData(self.handle))),
        )
    if row["text"]:
        made["render"] = _method("render", [], "str", "The data as text.", lambda self, _: _raw.instrumentText(self.handle))
    if row["clears"]:
        made["clear"] = _method(
            "clear", [], "None", "Forgets the data.", lambda self, _: _raw.clearInstrument(self.handle)
        )
    made.update((snake(question["name"]), _question(question)) for question in row["questions"])
    return made


class BuiltInInstrument(Instrument):
    """The base of the engine's own instruments."""

    def __init_subclass__(cls):
        """Adds what the table has for the class's name, and the class does not define itself."""
        row = _ROWS.get(cls.__name__)
        for name, value in _members(row).items() if row else ():
            if name not in vars(cls):
                value.__module__, value.__qualname__ = cls.__module__, f"{cls.__name__}.{name}"
                setattr(cls, name, value)
        if row and not cls.__doc__:
            cls.__doc__ = row["summary"]

    def _create(self, options, sink=0):
        self._take(_raw.makeInstrument(type(self).__name__, _raw.dumps(options), sink))

    def _repr_html_(self):
        row = _ROWS[type(self).__name__]
        if not row["data"]:
            return None
        return getattr(self, snake(row["data"]["name"]))()._repr_html_()


class PassTimingInstrument(BuiltInInstrument):
    """Measures the times of passes, including those inside of other passes."""


class OpDiffInstrument(BuiltInInstrument):
    """Counts the calls of operators that each pass added or removed."""


class PassDecisions(BuiltInInstrument):
    """Tells for each pass whether it ran, and if not, why."""


class PassStatistics(BuiltInInstrument):
    """Sums the counters of passes. A pass in Python adds to them with `PassContext.count`."""


class Remarks(BuiltInInstrument):
    """Collects remarks: what passes did, missed or found, and why. A pass in Python emits them with `PassContext.remark`."""


class VerifyValues(BuiltInInstrument):
    """Compares the results of the program before and after each pass."""


class WellFormed(BuiltInInstrument):
    """Raises an error at a pass that returns an ill-formed or ill-typed module."""


class ImmutableModule(BuiltInInstrument):
    """Raises an error at a pass that modifies its input module."""


class OptBisect(BuiltInInstrument):
    """Numbers the executions of passes, and skips all after a given number."""


class _Printing(BuiltInInstrument):
    def _create(self, options, sink=0):
        super()._create(options, HOST.add(lambda file, text: print(text, end="")))


class PrintBeforeAll(_Printing):
    """Prints the name of each pass and the program before it."""


class PrintAfterAll(_Printing):
    """Prints the name of each pass and the program after it."""


class DumpIR(BuiltInInstrument):
    """Writes the program after each pass into files of a folder, which must not exist yet."""

    def __init__(self, dump_dir, refresh: bool = False):
        folder = Path(must_be("DumpIR", "dump_dir", dump_dir, str, Path))
        if folder.exists() and refresh:
            shutil.rmtree(folder)
        folder.mkdir(parents=True)

        def write(file, text):
            (folder / file).write_text(text, encoding="utf-8")

        self._create({}, HOST.add(write))


def create(name: str, **options) -> BuiltInInstrument:
    """An instrument of the engine's table by name. Raises TVMError for an unknown name, with the nearest ones."""
    made = {cls.__name__: cls for cls in BuiltInInstrument.__subclasses__() + _Printing.__subclasses__()}
    if must_be("instrument.create", "name", name, str) not in made:
        _raw.release(_raw.makeInstrument(name, "{}", 0))
    return made[name](**options)
