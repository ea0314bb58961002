"""The end of the engine's memory, in a process with limited memory."""

import os
import subprocess
import sys

import pytest

from tvm.error import InternalError, OutOfMemoryError

SCRIPT = """
import resource
import passcope
from passcope import relay
from passcope.error import InternalError, OutOfMemoryError

text = '#[version = "0.0.5"]\\n' + " " * (64 << 20) + "def @main() { 1 }"
small = relay.fromtext('#[version = "0.0.5"]\\ndef @main() { 1 }')
taken = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
# Room for the text as it crosses, and for no copy of it.
resource.setrlimit(resource.RLIMIT_AS, (taken + (96 << 20), resource.RLIM_INFINITY))
try:
    relay.fromtext(text)
    print("read")
except OutOfMemoryError as error:
    print("ended:", error, isinstance(error, (MemoryError, passcope.TVMError)), isinstance(error, InternalError))
except MemoryError:
    print("no room to cross")
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
# The engine goes on with what has room.
print("@main" in small.astext())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits memory by the address space, as Linux counts it")
@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="AddressSanitizer ends the process when memory ends")
def test_the_end_of_memory_has_a_name():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.splitlines() == ["ended: the engine is out of memory True False", "True"], done.stderr


def test_the_error_of_memory_is_pythons_too():
    assert issubclass(OutOfMemoryError, MemoryError)
    assert not issubclass(OutOfMemoryError, InternalError)
