"""Which tests of TVM's suite cannot pass here whatever is done, and why.

A row is the reason, what of a test's identifier it holds for, and what its message says: both are regular expressions, both
must be found. A row may say nothing of what this package does wrong: each names something that Passcope has not and is
not going to have. A test that passes counts as passed even if a row names it.
"""

# (reason, pattern of "file.py::test[parameters]", pattern of the message)
ROWS = [
    ("needs tools for tuning", r"", r"there is nothing to tune"),
    ("needs machine code", r"", r"programs are not compiled to machine code"),
    ("needs tensor expressions or tensor IR", r"", r"there is no tensor IR|has no attribute '(compute|placeholder)'"),
    ("needs tensor expressions or tensor IR", r"", r"passcope\.(te|tir)' has no attribute"),
    ("needs topi's schedules", r"", r"passcope\.topi[\w.]*' has no attribute|No module named 'tvm\.topi"),
    ("needs a connection", r"", r"it makes no connection|cannot be downloaded"),
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

# Why a test is skipped by the suite itself, where that is not for something that is missing on this machine alone.
SKIPPED = "skipped by the suite"
