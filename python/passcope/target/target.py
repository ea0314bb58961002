"""Targets: a kind and its options, in TVM's notation."""

import json
import shlex

from .._entered import Entered
from ..runtime.container import Array, Map
from ..runtime.ndarray import Device
from .features import features_of

# The options of every kind.
_COMMON = (
    "keys device tag libs host from_device target_device_type model mcpu mtriple mattr mabi mfloat-abi num-cores"
    " fast-math opt-level arch max_num_threads thread_warp_size max_function_args vtcm-capacity workspace-byte-alignment"
    " constants-byte-alignment march max_shared_memory_per_block max_threads_per_block registers_per_block"
    " max_local_memory_per_block texture_spatial_limit supports_integer_dot_product supports_float16 num-cores"
    " hypercall_server hvx llvm-options device_name device_type supports_int8 supports_int16 supports_int64"
    " supports_float64 supports_16bit_buffer supports_8bit_buffer max_block_size_x max_block_size_y max_block_size_z"
    " vulkan_api_version image-extent version partition_only cl-opt"
).split()

# {kind: (device, keys, default options)}
_KINDS = {
    "llvm": ("cpu", ("cpu",), {}),
    "c": ("cpu", ("cpu",), {}),
    "cuda": ("cuda", ("cuda", "gpu"), {"max_num_threads": 1024, "thread_warp_size": 32}),
    "nvptx": ("cuda", ("cuda", "gpu"), {"max_num_threads": 1024, "thread_warp_size": 32}),
    "rocm": ("rocm", ("rocm", "gpu"), {"max_num_threads": 256, "thread_warp_size": 64}),
    "opencl": ("opencl", ("opencl", "gpu"), {"max_num_threads": 256, "thread_warp_size": 1, "max_function_args": 128}),
    "metal": ("metal", ("metal", "gpu"), {"max_num_threads": 256, "thread_warp_size": 16, "max_function_args": 31}),
    "vulkan": ("vulkan", ("vulkan", "gpu"), {"max_num_threads": 256, "thread_warp_size": 1}),
    "webgpu": ("webgpu", ("webgpu", "gpu"), {"max_num_threads": 256}),
    "hexagon": ("hexagon", ("hexagon",), {}),
    "stackvm": ("cpu", (), {}),
    "ext_dev": ("ext_dev", (), {}),
    "hybrid": ("cpu", (), {}),
    "composite": ("cpu", (), {}),
    "test": ("cpu", (), {}),
}

_REGISTERED_KINDS = {}

# Configurations of targets by names that scripts register (tag.py).
TAGS = {}


class TargetKind(str):
    """The kind of a target: its name."""

    @property
    def name(self):
        """The name."""
        return str(self)

    @property
    def options(self):
        """The names of the options."""
        return list(_COMMON)

    @staticmethod
    def options_from_name(kind_name):
        """The names of the options of a kind. Raises ValueError if the kind is unknown."""
        return Target(kind_name).kind.options


def register_kind(name, device="cpu", keys=()):
    """Registers another kind of targets, as compilers for custom devices need."""
    _REGISTERED_KINDS[name] = (device, tuple(keys), {})


def _value(text):
    if text.lstrip("-").isdigit():
        return int(text)
    return text


class Target:
    """A target from a text ("llvm -mcpu=skylake"), a dictionary with a kind, or another target. It can be used with `with`.

    Raises ValueError for an unknown kind or option.
    """

    _entered = Entered()

    def __init__(self, target, host=None):
        if isinstance(target, str) and target in TAGS:
            target = TAGS[target]
        if isinstance(target, Target):
            kind, given, own_host = target.kind, dict(target.attrs), target.host
        elif isinstance(target, (dict, Map)):
            given = dict(target)
            kind, own_host = given.pop("kind", "llvm"), given.pop("host", None)
        elif isinstance(target, str) and target.lstrip().startswith("{"):
            given = json.loads(target)
            kind, own_host = given.pop("kind", "llvm"), given.pop("host", None)
        elif isinstance(target, str):
            kind, given = self._parse(target)
            own_host = given.pop("host", None)
        else:
            raise ValueError("target has to be a string or dictionary.")
        known = _KINDS.get(str(kind)) or _REGISTERED_KINDS.get(str(kind))
        if known is None:
            raise ValueError(f'Target kind "{kind}" is not defined')
        for name in given:
            if name not in _COMMON and str(kind) not in _REGISTERED_KINDS:
                raise ValueError(f"Cannot recognize '{name}'. Candidates are: {', '.join(_COMMON)}")
        self.kind = TargetKind(kind)
        self._given = given
        self._device, keys, defaults = known
        named = given.get("keys", ())
        named = named.split(",") if isinstance(named, str) else list(named)
        named += [key for key in (given.get("device"),) if key and key not in named]
        self._features, added = features_of(str(kind), given)
        self.keys = Array(dict.fromkeys([*named, *added, *keys]))
        self.attrs = {**defaults, **given}
        host = host if host is not None else own_host
        self.host = Target(host) if host is not None else None

    @staticmethod
    def _parse(text):
        words = shlex.split(text)
        if not words:
            raise ValueError("target has to be a string or dictionary.")
        given = {}
        for word in words[1:]:
            if not word.startswith("-"):
                raise ValueError(f"Cannot recognize '{word}' of the target {text!r}")
            name, equals, value = word.lstrip("-").partition("=")
            given[name] = _value(value) if equals else 1
            if name in ("libs", "mattr", "keys"):
                given[name] = value.split(",")
        return words[0], given

    # --- properties ---

    @property
    def arch(self):
        """The architecture."""
        return str(self.attrs.get("arch", ""))

    @property
    def max_num_threads(self):
        """The largest number of threads of a block. Raises KeyError if the kind has none."""
        return int(self.attrs["max_num_threads"])

    @property
    def thread_warp_size(self):
        """The number of threads that run in lockstep."""
        return int(self.attrs["thread_warp_size"])

    @property
    def max_function_args(self):
        """The largest number of arguments of a function; -1 for any number."""
        return int(self.attrs.get("max_function_args", -1))

    @property
    def vtcm_capacity(self):
        """The size of the vector memory in bytes."""
        return int(self.attrs.get("vtcm-capacity", 0))

    @property
    def device_name(self):
        """The value of the option `device`."""
        return str(self.attrs.get("device", ""))

    @property
    def model(self):
        """The model of the device."""
        return str(self.attrs.get("model", "unknown"))

    @property
    def mcpu(self):
        """The processor."""
        return str(self.attrs.get("mcpu", ""))

    @property
    def mattr(self):
        """Features of the processor."""
        return list(self.attrs.get("mattr", []))

    @property
    def libs(self):
        """Libraries."""
        return list(self.attrs.get("libs", []))

    @property
    def supports_integer_dot_product(self):
        """Whether the device multiplies and adds four bytes with one instruction."""
        if self.attrs.get("supports_integer_dot_product"):
            return True
        return self.kind == "cuda" and self.arch.startswith("sm_") and int(self.arch[3:]) >= 61

    @property
    def features(self):
        """The features of the processor that the options tell, as fields: `target.features.has_dotprod`."""
        return TargetFeatures(self)

    def get_kind_attr(self, attr_name):
        """A registered attribute of the kind; always None."""
        return None

    def get_target_device_type(self):
        """DLPack's number of the device."""
        return int(self.attrs.get("target_device_type", Device.STR2MASK[self._device]))

    def export(self):
        """The target as a dictionary."""
        return {"kind": self.kind.name, "keys": list(self.keys), "tag": "", **self._given}

    def with_host(self, host=None):
        """The target with a host."""
        return Target(self, host)

    @staticmethod
    def list_kinds():
        """The kinds."""
        return sorted({*_KINDS, *_REGISTERED_KINDS})

    # --- as a context ---

    @staticmethod
    def current(allow_none=True):
        """The innermost target of `with`. If there is none, returns None or raises ValueError."""
        entered = Target._entered.innermost()
        if entered is None and not allow_none:
            raise ValueError("Target context required. Please set it by constructing a TargetContext")
        return entered

    def __enter__(self):
        return Target._entered.add(self)

    def __exit__(self, kind, value, trace):
        Target._entered.remove(self)

    # --- conversions of targets in the forms of scripts ---

    @staticmethod
    def canon_target(target):
        """Converts a value to a target; None stays None."""
        return target if target is None or isinstance(target, Target) else Target(target)

    @staticmethod
    def canon_target_and_host(target, target_host=None):
        """A target with its host, and the host."""
        target = Target.canon_target(target)
        if target is None:
            return None, None
        if target.host is None and target_host is not None:
            target = target.with_host(target_host)
        return target, target.host

    @staticmethod
    def canon_multi_target(multi_targets):
        """A list of targets from one target, several targets, or targets by device."""
        if multi_targets is None:
            return None
        if isinstance(multi_targets, (dict, Map)) and "kind" not in multi_targets:
            multi_targets = list(multi_targets.values())
        if isinstance(multi_targets, (list, tuple, Array)):
            return Array(map(Target.canon_target, multi_targets))
        return Array([Target.canon_target(multi_targets)])

    @staticmethod
    def canon_multi_target_and_host(target, target_host=None):
        """The same, with a host for targets without one."""
        targets = Target.canon_multi_target(target)
        if not targets:
            raise ValueError("a program needs a target")
        if targets[0].host is None and target_host is not None:
            return Array(item.with_host(target_host) for item in targets)
        return targets

    @staticmethod
    def canon_target_map_and_host(target_map, target_host=None):
        """Targets by device, each with a host, and the host."""
        targets = {key: Target.canon_target_and_host(value, target_host)[0] for key, value in target_map.items()}
        hosts = [target.host for target in targets.values() if target.host is not None]
        return targets, Target.canon_target(target_host) or (hosts[0] if hosts else None)

    @staticmethod
    def target_or_current(target):
        """The target, or the innermost one of `with`. Raises ValueError if there is none."""
        found = target if target is not None else Target.current()
        if found is None:
            raise ValueError("Target is not set in env or passed as argument.")
        return found

    def __eq__(self, other):
        return isinstance(other, (Target, str)) and str(self) == str(other)

    def __hash__(self):
        return hash(str(self))

    def __str__(self):
        words = [self.kind.name]
        for name, value in self._given.items():
            if isinstance(value, (list, tuple, Array)):
                value = ",".join(map(str, value))
            words.append(f"-{name}={value}")
        return " ".join(words)

    __repr__ = __str__


class TargetFeatures:
    """The features of a target's processor, as fields; None for unknown ones."""

    def __init__(self, target):
        self.target = target

    def __getattr__(self, name):
        return self.target._features.get(name)
