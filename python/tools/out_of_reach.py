"""The tests of TVM's suite that cannot pass here, and the reasons.

A row has a reason, a pattern of a test's identifier, and a pattern of its message. Both regular expressions must match. Rows
are only for features that Passcope will not have, and not for mistakes of this package. A test that passes counts as passed
even if a row matches it.
"""

# (reason, pattern of "file.py::test[parameters]", pattern of the message)
ROWS = [
    ("needs tools for tuning", r"", r"there is nothing to tune"),
    ("needs machine code", r"", r"programs are not compiled to machine code"),
    ("needs tensor expressions or tensor IR", r"", r"Passcope has no tensor IR|has no attribute '(compute|placeholder)'"),
    ("needs tensor expressions or tensor IR", r"", r"passcope\.(te|tir)' has no attribute"),
    ("needs topi's schedules", r"", r"passcope\.topi[\w.]*' has no attribute|No module named 'tvm\.topi"),
    ("needs a connection", r"", r"Passcope makes no connections|cannot be downloaded"),
    (
        "needs another package",
        r"",
        r"No module named '(torch|torchvision|onnx|onnxruntime|tensorflow|tflite|keras|mxnet|scipy|xgboost|cloudpickle)",
    ),
    (
        "needs the graph executor's plan of memory or the machine's bytecode",
        r"test_backend_graph_executor\.py::test_(reshape_nop|plan_memory|plan_2d_memory)"
        r"|test_vm\.py::test_(large_constants|load_\w*constants?\w*|load_late\w*|vm_reshape_\w+)"
        r"|test_vm_serialization\.py::test_serializer",
        r"",
    ),
    ("looks into the runtime's C++ functions", r"test_benchmark", r"time_evaluator"),
    ("needs code generation of shape functions", r"test_vm\.py", r"'shape_func' in"),
]

# The reason for tests that the suite itself skips, unless something is missing only on this machine.
SKIPPED = "skipped by the suite"
