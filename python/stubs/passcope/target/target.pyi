# Made by python/tools/describe.py.
"""Targets: a kind and its options, as TVM writes them."""

from typing import Any

from passcope.runtime.container import Array as Array
from passcope.runtime.container import Map as Map
from passcope.runtime.ndarray import Device as Device
from passcope.target.features import features_of as features_of

TAGS: Any

class TargetKind(str):
    """The kind of a target: its name."""
    @property
    def name(self) -> Any:
        """The name."""
    @property
    def options(self) -> Any:
        """The names of the options."""
    @staticmethod
    def options_from_name(kind_name: Any) -> Any:
        """The names of the options of a kind. Raises ValueError for one that is not known."""

def register_kind(name: Any, device: Any = 'cpu', keys: Any = ()) -> Any:
    """Makes another kind of targets known, as compilers for devices of one's own are."""

class Target:
    """A target of a text ("llvm -mcpu=skylake"), a dictionary with a kind, or another target; a context of `with`.

    Raises ValueError for a kind or an option that is not known.
    """
    def __init__(self, target: Any, host: Any = None) -> None: ...
    @property
    def arch(self) -> Any:
        """The architecture."""
    @property
    def max_num_threads(self) -> Any:
        """How many threads a block has at most. Raises KeyError where the kind says nothing."""
    @property
    def thread_warp_size(self) -> Any:
        """How many threads run in step."""
    @property
    def max_function_args(self) -> Any:
        """How many arguments a function may have; -1 for any number."""
    @property
    def vtcm_capacity(self) -> Any:
        """Bytes of the vector memory."""
    @property
    def device_name(self) -> Any:
        """What the option `device` says."""
    @property
    def model(self) -> Any:
        """The model of the device."""
    @property
    def mcpu(self) -> Any:
        """The processor."""
    @property
    def mattr(self) -> Any:
        """Features of the processor."""
    @property
    def libs(self) -> Any:
        """Libraries."""
    @property
    def supports_integer_dot_product(self) -> Any:
        """Whether the device multiplies and adds four bytes at once."""
    @property
    def features(self) -> Any:
        """What the processor can do, as far as the options say, as fields: `target.features.has_dotprod`."""
    def get_kind_attr(self, attr_name: Any) -> Any:
        """What is registered for the kind under a name: nothing."""
    def get_target_device_type(self) -> Any:
        """DLPack's number of the device."""
    def export(self) -> Any:
        """The target as a dictionary."""
    def with_host(self, host: Any = None) -> Any:
        """The target with a host."""
    @staticmethod
    def list_kinds() -> Any:
        """The kinds."""
    @staticmethod
    def current(allow_none: bool = True) -> Any:
        """The innermost target of `with`; None, or a ValueError, where there is none."""
    def __enter__(self) -> Any: ...
    def __exit__(self, kind: Any, value: Any, trace: Any) -> None: ...
    @staticmethod
    def canon_target(target: Any) -> Any:
        """A target of anything that can be one; None for None."""
    @staticmethod
    def canon_target_and_host(target: Any, target_host: Any = None) -> Any:
        """A target with its host, and the host."""
    @staticmethod
    def canon_multi_target(multi_targets: Any) -> Any:
        """A list of targets: of one, of several, or by device."""
    @staticmethod
    def canon_multi_target_and_host(target: Any, target_host: Any = None) -> Any:
        """The same with a host for those that have none."""
    @staticmethod
    def canon_target_map_and_host(target_map: Any, target_host: Any = None) -> Any:
        """Targets by device, each with a host, and the host."""
    @staticmethod
    def target_or_current(target: Any) -> Any:
        """The target, or the innermost one of `with`. Raises ValueError where there is none."""
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __str__(self) -> str: ...
    def __repr__(self) -> str: ...

class TargetFeatures:
    """What a target's processor can do, as fields; None for what is not known of it."""
    def __init__(self, target: Any) -> None: ...
