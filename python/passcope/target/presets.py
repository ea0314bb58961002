"""Targets for known devices, with the options that TVM gives them."""

import warnings

from .target import Target

# {model of a board: options of its processor}
MICRO_SUPPORTED_MODELS = {
    "atsamd51": ["-mcpu=cortex-m4"],
    "cxd5602gg": ["-mcpu=cortex-m4"],
    "esp32": [],
    "host": [],
    "imxrt10xx": ["-mcpu=cortex-m7"],
    "mps2_an521": ["-mcpu=cortex-m33"],
    "mps3_an547": ["-mcpu=cortex-m55"],
    "nrf52840": ["-mcpu=cortex-m4+nodsp"],
    "nrf5340dk": ["-mcpu=cortex-m33"],
    "rp2040": ["-mcpu=cortex-m0"],
    "sam3x8e": ["-mcpu=cortex-m3"],
    "stm32f746xx": ["-mcpu=cortex-m7", "-march=armv7e-m"],
    "stm32h7xx": ["-mcpu=cortex-m7"],
    "stm32l4r5zi": ["-mcpu=cortex-m4"],
    "stm32u5xx": ["-mcpu=cortex-m33"],
    "zynq_mp_r5": ["-mcpu=cortex-r5"],
}

_HARD_FLOAT, _AARCH64 = "armv7l-linux-gnueabihf", "aarch64-linux-gnu"
# {board or phone: (model, triple, features, processor)}
_ARM = {
    "beagleai": ("beagleai", "armv7a-linux-gnueabihf", "+neon,+vfp4,+thumb2", "cortex-a15"),
    "mate10": ("kirin970", "arm64-linux-android", "+neon", None),
    "mate10pro": ("kirin970", "arm64-linux-android", "+neon", None),
    "p20": ("kirin970", "arm64-linux-android", "+neon", None),
    "p20pro": ("kirin970", "arm64-linux-android", "+neon", None),
    "pixel2": ("snapdragon835", "arm64-linux-android", "+neon", None),
    "pynq": ("pynq", "armv7a-linux-eabi", "+neon", None),
    "rasp3b": ("bcm2837", _HARD_FLOAT, "+neon", None),
    "rasp4b": ("bcm2711", "armv8l-linux-gnueabihf", "+neon", "cortex-a72"),
    "rasp4b64": ("bcm2711", _AARCH64, "+neon", "cortex-a72"),
    "rk3399": ("rk3399", _AARCH64, "+neon", None),
    "stm32mp1": ("stm32mp1", "armv7a-linux-gnueabihf", "+neon,+vfp4,+thumb2", "cortex-a7"),
    "thunderx": ("thunderx", _AARCH64, "+neon,+crc,+lse", "thunderxt88"),
    "ultra96": ("ultra96", _AARCH64, "+neon", None),
}
# {processor: (bits, name of its calling convention)}
_RISCV = {"sifive-e31": (32, "ilp32"), "sifive-e76": (32, "ilp32"), "sifive-u54": (64, "lp64d"), "sifive-u74": (64, "lp64d")}
# {series of STM32: processor}
_STM32 = {
    "stm32F7xx": "cortex-m7",
    "stm32H7xx": "cortex-m7",
    "stm32L4xx": "cortex-m4",
    "stm32L5xx": "cortex-m33",
    "stm32U5xx": "cortex-m33",
}
STM32_SUPPORTED_SERIES = {series: [f"-mcpu={processor}"] for series, processor in _STM32.items()}


def _options(text, given):
    extra = given if isinstance(given, str) else " ".join(given or ())
    return f"{text} {extra}".strip()


def create(target):
    """A target from a text."""
    return Target(target)


def cuda(model="unknown", arch=None, options=None):
    """A target for CUDA."""
    text = f"cuda -model={model}" + (f" -arch={arch}" if arch else "")
    return Target(_options(text, options))


def rocm(model="unknown", options=None):
    """A target for ROCm."""
    return Target(_options(f"rocm -model={model}", options))


def mali(model="unknown", options=None):
    """A target for Mali."""
    return Target(_options(f"opencl -device=mali -model={model}", options))


def bifrost(model="unknown", options=None):
    """A target for Bifrost."""
    return Target(_options(f"opencl -device=bifrost -model={model}", options))


def arm_cpu(model="unknown", options=None):
    """A target for ARM processors, by the name of a board, a phone or a processor."""
    text = "llvm -keys=arm_cpu,cpu -device=arm_cpu"
    if model in _ARM:
        name, triple, features, processor = _ARM[model]
        text += f" -model={name} -mtriple={triple} -mattr={features}" + (f" -mcpu={processor}" if processor else "")
    else:
        text += f" -model={model}"
    return Target(_options(text, options))


def riscv_cpu(model="sifive-u54", options=None):
    """A target for RISC-V processors."""
    text = f"llvm -keys=arm_cpu,cpu -device=arm_cpu -model={model}"
    if model in _RISCV:
        bits, convention = _RISCV[model]
        text += f" -mtriple=riscv{bits}-unknown-linux-gnu -mcpu={model} -mabi={convention}"
    return Target(_options(text, options))


def rasp(options=None):
    """The same as `arm_cpu("rasp3b")`."""
    warnings.warn('tvm.target.rasp() is going to be deprecated. Please use tvm.target.arm_cpu("rasp3b")')
    return arm_cpu("rasp3b", options)


def vta(model="unknown", options=None):
    """A target for VTA."""
    return Target(_options(f"ext_dev -keys=vta,cpu -device=vta -model={model}", options))


def intel_graphics(model="unknown", options=None):
    """A target for Intel's graphics processors."""
    return Target(_options(f"opencl -device=intel_graphics -model={model} -thread_warp_size=16", options))


def adreno(model="unknown", options=None):
    """A target for Qualcomm's graphics processors."""
    return Target(_options(f"opencl -device=adreno -model={model}", options))


def micro(model="unknown", options=None):
    """A target for boards with a small processor. Raises ValueError for an unknown model."""
    if model not in MICRO_SUPPORTED_MODELS:
        raise ValueError(f"Model {model} not supported by tvm.target.micro.")
    words = " ".join(["c", *MICRO_SUPPORTED_MODELS[model], f"-model={model}"])
    return Target(_options(words, options))


def stm32(series="unknown", options=None):
    """A target for processors of the series STM32. Raises ValueError for an unknown series."""
    if series not in STM32_SUPPORTED_SERIES:
        raise ValueError(f"Series {series} is not supported by tvm.target.stm32.")
    words = " ".join(["c", "-keys=arm_cpu,cpu", "-device=arm_cpu", *STM32_SUPPORTED_SERIES[series], f"-model={series}"])
    return Target(_options(words, options))


def hexagon(cpu_ver="v66", **kwargs):
    """A target for Hexagon."""
    return Target(f"hexagon -mcpu=hexagon{cpu_ver}")
