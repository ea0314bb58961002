"""Modules at TVM's paths without a file here."""

import importlib

import pytest

import tvm


@pytest.mark.parametrize(
    "path, name",
    [
        ("tvm.relay.op.nn.nn", "conv2d"),
        ("tvm.relay.op.nn.utils", "get_pad_tuple2d"),
        ("tvm.relay.transform.transform", "FuseOps"),
        ("tvm.relay.analysis.analysis", "free_vars"),
        ("tvm.ir.container", "Array"),
        ("tvm.ir.expr", "PrimExpr"),
        ("tvm.relay.param_dict", "save_param_dict"),
    ],
)
def test_files_of_tvm(path, name):
    module = importlib.import_module(path)
    assert hasattr(module, name)
    # The module keeps its own name.
    assert importlib.import_module(module.__name__) is module


def test_parts_that_are_not_here_can_be_imported_and_refuse_to_be_used():
    from tvm.relay.op.strategy.generic import schedule_injective
    from tvm.tir.stmt import For

    with pytest.raises(NotImplementedError, match="tensor IR"):
        schedule_injective(None)
    with pytest.raises(NotImplementedError, match=r"tvm\.tir\.stmt\.For"):
        For()


def test_what_tvm_has_not_is_not_here():
    with pytest.raises(ImportError):
        importlib.import_module("tvm.relay.nothing")
    assert not hasattr(tvm.relay.transform, "nothing")


def test_modules_are_attributes_of_their_packages():
    assert tvm.ir.base.structural_equal is tvm.ir.structural_equal
    assert tvm.relay.analysis.feature.Feature is tvm.relay.analysis.Feature
    # In TVM, functions that only make a call are in these files, too.
    assert tvm.relay.op.transform.take is tvm.relay.take and tvm.relay.op.reduce.max is tvm.relay.max
    for module in (tvm.ir, tvm.relay.op.transform, tvm.relay.op.reduce):
        assert not hasattr(module, "nothing")
