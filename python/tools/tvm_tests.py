"""Runs unmodified tests of TVM's suite on this package, and makes a table of those that pass, fail, or are out of
reach (out_of_reach.py): `python tvm_tests.py FOLDER [--table FILE] [--jobs N] [file.py …]`.

The tests are copied to a folder with a conftest.py that makes this package importable as `tvm`. The script ends with 1 if
the suite could not run. Failing tests do not change its exit code, unless `--at-least PERCENT` is given.
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from out_of_reach import ROWS, SKIPPED  # noqa: E402 pylint: disable=wrong-import-position

CONFTEST = 'import passcope.as_tvm\n\npytest_plugins = ["passcope.testing.plugin"]\n'
PACKAGE = str(Path(__file__).parents[1])
COLUMNS = ("passed", "failed", "out of reach", "skipped")


def reason_of(name, message):
    """The reason why a test cannot pass here; None if it must pass."""
    for reason, names, messages in ROWS:
        if re.search(names, name) and re.search(messages, message):
            return reason
    return None


def outcomes(report, file):
    """[(test, "passed" …, reason or message)] from a report of pytest."""
    found = []
    for case in ElementTree.parse(report).iter("testcase"):
        name = f"{file}::{case.get('name')}"
        problem = next((case.find(tag) for tag in ("failure", "error") if case.find(tag) is not None), None)
        skipped = case.find("skipped")
        if problem is not None:
            message = f"{problem.get('message', '')}\n{problem.text or ''}"
            # A file that cannot be imported is a failure for any reason, because it hides all of its tests.
            reason = None if message.startswith("collection failure") else reason_of(name, message)
            brief = problem.get("message", "").strip().splitlines()
            found.append((name, "out of reach" if reason else "failed", reason or (brief[0] if brief else "")))
        elif skipped is not None and skipped.get("type") != "pytest.xfail":
            found.append((name, "skipped", SKIPPED))
        else:
            found.append((name, "passed", ""))
    return found


def run_file(folder, file, seconds):
    """The outcomes of one file."""
    report = folder / f"{file.replace('/', '_')}.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short"]
    try:
        result = subprocess.run(
            [*command, f"--junit-xml={report}", file],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (PACKAGE, os.environ.get("PYTHONPATH"))))},
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return [(f"{file}::", "failed", f"did not end within {seconds} s")]
    if not report.exists():
        return [(f"{file}::", "failed", (result.stdout + result.stderr).strip().splitlines()[-1])]
    return outcomes(report, file)


def table(found):
    """The table as Markdown, and the details behind it."""
    files = sorted({name.partition("::")[0] for name, _, _ in found})

    def counts(rows):
        return [sum(1 for _, outcome, _ in rows if outcome == column) for column in COLUMNS]

    lines = ["| File | Passed | Failed | Out of reach | Skipped |", "|---|---:|---:|---:|---:|"]
    for file in files:
        numbers = counts([row for row in found if row[0].partition("::")[0] == file])
        lines.append(f"| {file} | {' | '.join(map(str, numbers))} |")
    total = counts(found)
    lines.append(f"| **all** | {' | '.join(map(str, total))} |")
    share = 100 * total[0] / (total[0] + total[1]) if total[0] + total[1] else 0.0
    lines += ["", f"{total[0]} of the {total[0] + total[1]} tests within reach pass: {share:.1f} %."]
    beyond = [row for row in found if row[1] == "out of reach"]
    if beyond:
        lines += ["", "Out of reach:", ""]
        for reason in sorted({row[2] for row in beyond}):
            names = [row[0] for row in beyond if row[2] == reason]
            lines.append(f"- {reason} ({len(names)}): {', '.join(names)}")
    failed = [row for row in found if row[1] == "failed"]
    if failed:
        lines += ["", "Failed:", ""]
        lines += [f"- {name}: {message[:160]}" for name, _, message in failed]
    return "\n".join(lines) + "\n", share


def main():
    """Runs the tests and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--table", type=Path, help="also writes the table to this file")
    parser.add_argument("--jobs", type=int, default=1, help="how many files run side by side")
    parser.add_argument("--seconds", type=int, default=1200, help="how long one file may take")
    parser.add_argument("--at-least", type=float, default=0.0, help="the percentage that must pass")
    options = parser.parse_intermixed_args()
    if not options.folder.is_dir():
        sys.exit(f"there are no tests of TVM in {options.folder}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "tests"
        shutil.copytree(options.folder, folder)
        (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
        files = options.files or sorted(str(file.relative_to(folder)) for file in folder.rglob("test_*.py"))
        if not files:
            sys.exit(f"there are no tests of TVM in {options.folder}")
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            rows = list(pool.map(lambda file: run_file(folder, file, options.seconds), files))
    text, share = table([row for file in rows for row in file])
    print(text)
    if options.table:
        options.table.parent.mkdir(parents=True, exist_ok=True)
        options.table.write_text(text, encoding="utf-8")
    sys.exit(1 if share < options.at_least else 0)


if __name__ == "__main__":
    main()
