"""Features of processors, by the options of a target."""

import re

# Intel's and AMD's processors with SSE 4.2.
_SSE42 = set(
    """
    alderlake bdver1 bdver2 bdver3 bdver4 broadwell cannonlake cascadelake cooperlake core-avx-i core-avx2
    corei7 corei7-avx goldmont goldmont-plus haswell icelake-client icelake-server ivybridge knl knm nehalem
    rocketlake sandybridge sapphirerapids silvermont skx skylake skylake-avx512 slm tigerlake tremont westmere
    x86-64-v2 x86-64-v3 x86-64-v4 znver1 znver2 znver3
    """.split()
)


def target_has_sse42(mcpu):
    """Whether a processor has SSE 4.2."""
    return mcpu in _SSE42


def is_arm(target):
    """Whether the options of a target name an ARM processor that is not a microcontroller."""
    triple = str(target.get("mtriple", ""))
    if triple.startswith("aarch64"):
        return True
    return triple.startswith("arm") and not str(target.get("mcpu", "")).startswith("cortex-m")


def arm_features(target):
    """The features of an ARM processor, by the options of a target: {name: bool}."""
    flags = [str(target.get("mcpu", "")), *map(str, target.get("mattr", ()))]
    versions = [float(found[1]) for flag in flags[1:] if (found := re.match(r"\+v(\d+(?:\.\d+)?).*a$", flag))]
    version = versions[0] if versions else 0.0
    aarch64 = str(target.get("mtriple", "")).startswith("aarch64")

    def has(flag):
        return any(flag in given for given in flags)

    def extension(name, always_from, until):
        if version >= always_from:
            return not has(f"+no{name}")
        return 8.2 <= version <= until and has(f"+{name}")

    return {
        "is_aarch64": aarch64,
        "has_asimd": aarch64 or has("+neon") or has("+simd"),
        "has_dotprod": extension("dotprod", 8.4, 8.3),
        "has_matmul_i8": extension("i8mm", 8.6, 8.5),
    }


_WITH_DSP = ("cortex-m33", "cortex-m35p", "cortex-m4", "cortex-m55", "cortex-m7")


def is_microcontroller(target):
    """Whether the options of a target name an ARM microcontroller."""
    return str(target.get("mcpu", "")).startswith(("cortex-m0", "cortex-m3", *_WITH_DSP))


def microcontroller_features(target):
    """The features of an ARM microcontroller, by the options of a target: {name: bool}."""
    flags = [str(target.get("mcpu", "")), *map(str, target.get("mattr", ()))]
    lacks_dsp, lacks_mve = (any(flag in given for given in flags) for flag in ("+nodsp", "+nomve"))
    has_mve = flags[0].startswith("cortex-m55") and not lacks_dsp and not lacks_mve
    return {"has_dsp": flags[0].startswith(_WITH_DSP) and not lacks_dsp, "has_mve": has_mve}


def features_of(kind, options):
    """The features of a target's processor, and the keys that it adds."""
    if kind not in ("llvm", "c"):
        return {}, ()
    if is_microcontroller(options):
        return microcontroller_features(options), ("arm_cpu",)
    if is_arm(options):
        return arm_features(options), ("arm_cpu",)
    return {}, ()
