# Made by python/tools/describe.py.
"""What processors can do, by the options of a target."""

from typing import Any

def target_has_sse42(mcpu: Any) -> Any:
    """Whether a processor has SSE 4.2."""

def target_has_avx(mcpu: Any) -> Any:
    """Whether a processor has AVX."""

def target_has_avx2(mcpu: Any) -> Any:
    """Whether a processor has AVX2."""

def target_has_avx512(mcpu: Any) -> Any:
    """Whether a processor has AVX-512."""

def target_has_vnni(mcpu: Any) -> Any:
    """Whether a processor has VNNI."""

def is_arm(target: Any) -> Any:
    """Whether the options of a target name a processor of ARM that is no microcontroller."""

def arm_features(target: Any) -> Any:
    """What a processor of ARM can do, by the options of a target: {name: bool}."""

def get_simd_32bit_lanes() -> Any:
    """How many numbers of 32 bits the processor of the innermost target of `with` adds at once."""

def is_microcontroller(target: Any) -> Any:
    """Whether the options of a target name a microcontroller of ARM."""

def microcontroller_features(target: Any) -> Any:
    """What a microcontroller of ARM can do, by the options of a target: {name: bool}."""

def features_of(kind: Any, options: Any) -> Any:
    """What the processor of a target can do, and the keys that it adds."""
