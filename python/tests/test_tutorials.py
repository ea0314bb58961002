"""Runs all cells of TVM's tutorials, unmodified, and compares their output with TVM's.

web/test/unit/tutorials-python.test.ts runs the same in WebAssembly.
"""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests/golden/tutorials"
TIMES = re.compile(r"\d+us \[\d+us\] \([\d.]+%; [\d.]+%\)")


def golden(name):
    return (GOLDEN / name).read_text(encoding="utf-8")


def plain(text):
    """The text of a module without the version and the remark on metadata."""
    text = re.sub(r"^#\[version[^\n]*\n", "", text)
    return re.sub(r"/\* For debugging purposes.*$", "", text, flags=re.DOTALL)


def program(name):
    return plain(golden(f"{name}.relay")) + "\n"


def profile(name):
    return f"Printing results of timing profile...\n{golden(name)}\n"


def hook_lines(name):
    return "".join(line + "\n" for line in json.loads(golden("instrument.hooks.json"))[name])


def print_before():
    log = json.loads(golden("infra.print_ir_log.json"))
    passes = [f"Running pass: {{}} {entry['info']}\n{plain(entry['ir'])}\n" for entry in log]
    return "".join(passes) + program("infra.print_ir_final") + "done\n"


def op_diff():
    entries = [tuple(entry) for entry in json.loads(golden("instrument.op_diff.json"))]
    head = "Printing the change in number of occurrences of each operator caused by each pass..."
    return (head, entries)


EXPECTED = {
    "pass-infra": [
        "",
        "",
        program("infra.fold_constant"),
        program("infra.eliminate_common_subexpr"),
        program("infra.fuse_ops_0"),
        program("infra.sequential_default"),
        program("infra.sequential_opt3"),
        program("infra.sequential_opt3_disabled"),
        program("infra.custom_pipeline"),
        "",
        print_before(),
    ],
    "pass-instrument": [
        "",
        f"Printing the IR module...\n{golden('instrument.resnet18.relay')}\n",
        profile("instrument.timing_profile.txt"),
        profile("instrument.timing_profile.txt"),
        "",
        "",
        "",
        op_diff(),
        "",
        hook_lines("enter_pass_ctx.with"),
        hook_lines("enter_pass_ctx.override_after"),
        hook_lines("exit_pass_ctx.with"),
        hook_lines("run_before_pass.with"),
        hook_lines("run_before_pass.override_after"),
        hook_lines("run_before_pass.current.override"),
        hook_lines("run_before_pass.current.run"),
        hook_lines("run_before_pass.current.clear"),
    ],
    "annotate-spans": ["", program("spans.clip.after"), "", "", "passed\n"],
}


def cells(tutorial):
    text = (ROOT / f"web/learn/cells/{tutorial}.py").read_text(encoding="utf-8")
    return re.split(r"^# %% \d+\n", text, flags=re.MULTILINE)[1:]


@pytest.mark.parametrize("tutorial", EXPECTED)
def test_cells(tutorial, capsys):
    names = {"__name__": "__main__"}
    assert len(cells(tutorial)) == len(EXPECTED[tutorial])
    for i, (code, expected) in enumerate(zip(cells(tutorial), EXPECTED[tutorial])):
        exec(compile(code, f"<cell {i}>", "exec"), names)  # pylint: disable=exec-used
        printed = TIMES.sub("<us>us [<us>us] (<pct>%; <pct>%)", capsys.readouterr().out)
        if isinstance(expected, tuple):
            head, _, rest = printed.partition("\n")
            assert (head, eval(rest)) == expected, i  # pylint: disable=eval-used
        else:
            assert printed == expected, f"cell {i} of {tutorial}"
    if tutorial == "pass-instrument":
        text = names["relay_mod"].astext(show_meta_data=False)
        assert text == golden("instrument.resnet18_nhwc.relay")
