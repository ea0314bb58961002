// The tutorials in Python: each cell shows what TVM prints, errors are tracebacks, and endless code can be stopped. A
// visitor who does not choose Python fetches nothing of it.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "@playwright/test";
import { TUTORIALS, type Tutorial } from "../../src/learn/pages";
import { wordsOf } from "../../src/learn/texts";
import { pythonChecks } from "../tutorial-results-python";
import { expect, expectAccessible, test as base } from "./base";

const say = wordsOf("en");

/** An open tutorial in Python. */
class PythonTutorial {
  constructor(readonly page: Page) {}

  async open(tutorial: Tutorial, folder = ""): Promise<void> {
    await this.page.goto(`learn/${folder}${tutorial}-python.html`);
  }

  cell(name: number): Locator {
    return this.page.locator(`#cell-${name}`);
  }

  async write(name: number, code: string): Promise<void> {
    await this.cell(name).scrollIntoViewIfNeeded();
    await this.cell(name).getByRole("textbox").click();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.insertText(code);
  }

  async run(name: number): Promise<void> {
    await this.cell(name)
      .getByRole("button", { name: new RegExp(`^Run \\(Cell ${name + 1}\\)$`) })
      .click();
  }

  /** Runs code in the first cell and waits for its end. */
  async runFirst(code: string, status: "done" | "failed"): Promise<Locator> {
    await this.write(0, code);
    await this.run(0);
    await expect(this.cell(0)).toHaveAttribute("data-status", status, { timeout: 60_000 });
    return this.cell(0).locator(".cell-result");
  }

  async runAll(): Promise<void> {
    await this.page.getByRole("button", { name: say("runAll"), exact: true }).click();
    const count = await this.page.locator(".cell").count();
    await expect(this.page.locator("#notebook-bar").getByRole("status")).toHaveText(
      say("progress", count, count),
      { timeout: 120_000 },
    );
  }

  /** The output of the cells. */
  printed(): Promise<string[]> {
    return this.page
      .locator(".cell")
      .evaluateAll((cells) =>
        cells.map((cell) =>
          [...cell.querySelectorAll(".cell-result pre.printed")]
            .map((pre) => pre.textContent)
            .join("\n"),
        ),
      );
  }
}

const test = base.extend<{ tutorial: PythonTutorial }>({
  tutorial: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    await use(new PythonTutorial(page));
    expect(complaints).toEqual([]);
  },
});

function check(tutorial: Tutorial, printed: readonly string[]): void {
  expect(printed).toHaveLength(pythonChecks[tutorial].length);
  for (const [i, one] of printed.entries()) {
    test.info().annotations.push({ type: "cell", description: String(i) });
    pythonChecks[tutorial][i]?.(one);
  }
}

for (const tutorial of TUTORIALS) {
  test(`${tutorial}: every cell prints what TVM does when all are run`, async ({
    tutorial: page,
  }) => {
    await page.open(tutorial);
    await page.runAll();
    check(tutorial, await page.printed());
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });
    test(`${tutorial}: the expected results are on the page`, async ({ tutorial: page }) => {
      await page.open(tutorial);
      check(tutorial, await page.printed());
    });
  });
}

test("nothing of Python is fetched before it is chosen and run", async ({ tutorial, page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const ofPython = (): string[] => requests.filter((url) => /pyodide|library-.*\.zip/.test(url));
  await page.goto("index.html");
  await page.goto("learn/pass-infra.html");
  await expect(page.locator("#cell-program").getByRole("textbox")).toBeVisible();
  await page.getByRole("button", { name: "Run (Cell 1)", exact: true }).click();
  await expect(page.locator("#cell-program")).toHaveAttribute("data-status", "done");
  expect(ofPython()).toEqual([]);
  await tutorial.open("pass-infra");
  await expect(tutorial.cell(0).getByRole("textbox")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(ofPython()).toEqual([]);
  await tutorial.run(0);
  await expect(tutorial.cell(0)).toHaveAttribute("data-status", "done", { timeout: 60_000 });
  expect(ofPython()).toHaveLength(4);
});

test("the switch leads to the other language, is remembered, and is part of the address", async ({
  tutorial,
  page,
}) => {
  await page.goto("learn/annotate-spans.html");
  const languages = page.getByRole("navigation", { name: say("codeLanguage") });
  await expect(languages.getByRole("link", { name: "JavaScript" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await languages.getByRole("link", { name: "Python" }).click();
  await expect(page).toHaveURL(/learn\/annotate-spans-python\.html$/);
  await expectAccessible(tutorial.page);
  // Its neighbours and its translation are in Python too.
  await page.locator(".around a").first().click();
  await expect(page).toHaveURL(/learn\/pass-instrument-python\.html$/);
  await page.getByRole("link", { name: "中文" }).click();
  await expect(page).toHaveURL(/learn\/zh\/pass-instrument-python\.html$/);
  await expect(tutorial.cell(5)).toContainText("Pass 可以嵌套");
  await page.goto("learn/index.html");
  await page.locator("main a[href*='pass-infra']").click();
  await expect(page).toHaveURL(/learn\/pass-infra-python\.html$/);
  // An address alone decides the language.
  await page.goto("learn/pass-infra.html");
  await expect(page.locator("#cell-program")).toBeVisible();
  await languages.getByRole("link", { name: "JavaScript" }).click();
  await page.goto("learn/index.html");
  await page.locator("main a[href*='pass-infra']").click();
  await expect(page).toHaveURL(/learn\/pass-infra\.html$/);
});

test("values, mistakes with their lines, what never ends, and what has no bound", async ({
  tutorial,
}) => {
  await tutorial.open("pass-infra");
  const result = await tutorial.runFirst(
    'from tvm import relay\nprint("a", end="")\nprint("b")\nrelay.var("x", shape=(2, 3)) + relay.const(1.0)',
    "done",
  );
  await expect(result.locator("pre.printed")).toHaveText("ab");
  await expect(result.locator("pre.value.relay")).toContainText("add(%x, 1f");
  await tutorial.runFirst('[(0, "FoldConstant", {"add": -2})]', "done");
  await expect(result.locator("table.op-diff")).toContainText("−2");

  // An error shows its traceback, and its line is in the heading and underlined. Earlier names still exist.
  await tutorial.runFirst("def f(n):\n    return relay.nosuch(n)\n\nf(2)", "failed");
  await expect(result.getByRole("alert")).toContainText("AttributeError (line 2)");
  await expect(result.getByRole("alert")).toContainText("Traceback (most recent call last)");
  await expect(result.getByRole("alert")).toContainText("return relay.nosuch(n)");
  await expect(
    tutorial.cell(0).locator(".cm-line").nth(1).locator(".cm-lintRange-error"),
  ).toBeVisible();
  await tutorial.runFirst("x = 1\nx = = 2", "failed");
  await expect(result.getByRole("alert")).toContainText("SyntaxError (line 2)");
  await tutorial.runFirst('relay.add(relay.var("x"), "y")', "failed");
  await tutorial.runFirst("def deep(n):\n    return deep(n + 1) + 1\ndeep(0)", "failed");
  await expect(result.getByRole("alert")).toContainText("RecursionError");
  await tutorial.runFirst("many = []\nwhile True:\n    many.append(bytearray(2**26))", "failed");
  await expect(result.getByRole("alert")).toContainText("MemoryError");
  await tutorial.runFirst("many = None\nimport sys\nsys.exit(3)", "failed");
  await expect(result.getByRole("alert")).toContainText("SystemExit");
  await tutorial.runFirst("f", "done");

  // Stop ends endless code, and then no cell counts as run.
  await tutorial.write(0, 'print("begun")\nwhile True:\n    pass');
  await tutorial.run(0);
  await expect(result.locator("pre.printed")).toHaveText("begun");
  await tutorial.cell(0).getByRole("button", { name: "Stop (Cell 1)" }).click();
  await expect(tutorial.cell(0)).toHaveAttribute("data-status", "idle");
  await tutorial.runFirst("f", "failed");
  await expect(result.getByRole("alert")).toContainText("NameError");
});

/** Each must fail with an error or without an effect. `ok` means that it worked. */
const waysOut: Readonly<Record<string, string>> = {
  "js.fetch": `await_(js.fetch(OUT)); return "refused"`,
  "js.fetch without CORS": `await_(js.fetch(OUT, to_js({"mode": "no-cors"}))); return "refused"`,
  "js.XMLHttpRequest": `x = js.XMLHttpRequest.new(); x.open("GET", OUT, False); x.send(); return "ok"`,
  "js.WebSocket": `s = js.WebSocket.new(OUT.replace("http", "ws")); return "ok" if s.readyState == 1 else "refused"`,
  "js.navigator.sendBeacon": `return "ok" if js.navigator.sendBeacon(OUT) else "refused"`,
  "js.importScripts": `js.importScripts(OUT); return "ok"`,
  "js.Worker": `js.Worker.new(OUT); return "refused"`,
  "js.eval": `return js.eval("'ok'")`,
  "js.Function": `return js.Function.new("return 'ok'")()`,
  "js.localStorage": `js.localStorage.setItem("leak", "1"); return "ok"`,
  "js.indexedDB": `js.indexedDB.open("leak"); return "refused"`,
  "js.document": `return "ok" if js.document.title else "refused"`,
  "js.parent": `return "ok" if js.parent.document else "refused"`,
  "js.start": `return "ok" if js.start else "refused"`,
  "pyodide.code.run_js": `from pyodide.code import run_js; return run_js("'ok'")`,
  "pyodide.http": `from pyodide.http import pyfetch; await_(pyfetch(OUT)); return "refused"`,
  "pyodide.http.open_url": `from pyodide.http import open_url; open_url(OUT); return "ok"`,
  "pyodide.http.pyxhr": `from pyodide.http import pyxhr; pyxhr.get(OUT); return "ok"`,
  "pyodide_js.loadPackage": `import pyodide_js; await_(pyodide_js.loadPackage(OUT + ".whl")); import leak; return "ok"`,
  "pyodide_js module": `import pyodide_js; pyodide_js._module.loadWebAssemblyModule; pyodide_js._api.config; return "refused"`,
  micropip: `import micropip; return "ok"`,
  "urllib.request": `import urllib.request; urllib.request.urlopen(OUT); return "ok"`,
  "http.client": `import http.client; return "ok"`,
  socket: `import socket; s = socket.create_connection((HOST, PORT), 2); s.sendall(b"GET /socket-leak HTTP/1.0\\r\\n\\r\\n"); return "sent" if not s.recv(1) else "ok"`,
  asyncio: `import asyncio; await_(asyncio.open_connection(HOST, PORT)); return "refused"`,
  ctypes: `import ctypes; ctypes.CDLL(None).emscripten_run_script(b"fetch('%s')" % OUT.encode()); return "ok"`,
  "os.system": `import os; return "ok" if os.system("true") == 0 else "refused"`,
  subprocess: `import subprocess; subprocess.run(["true"]); return "ok"`,
  "files of the machine": `return open("/etc/passwd").read() and "refused"`,
};

base("code in Python gets nothing out", async ({ page }) => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? "");
    response.writeHead(200, { "access-control-allow-origin": "*" }).end("1");
  });
  server.on("upgrade", (request, socket) => {
    seen.push(request.url ?? "");
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    // Refusals appear as errors in the developer's console.
    const tutorial = new PythonTutorial(page);
    await tutorial.open("pass-infra");
    await page.evaluate(() => localStorage.setItem("secret", "kept"));
    const code = [
      "import js",
      "import asyncio",
      "from pyodide.ffi import to_js",
      `HOST, PORT = "127.0.0.1", ${port}`,
      'OUT = f"http://{HOST}:{PORT}/leak"',
      // The awaitable continues after the cell, when it could reach the server.
      "def await_(awaitable):",
      "    asyncio.ensure_future(awaitable)",
      ...Object.values(waysOut).map(
        (body, i) => `def way${i}():\n    ${body.split("; ").join("\n    ")}`,
      ),
      `NAMES = ${JSON.stringify(Object.keys(waysOut))}`,
      "for i, name in enumerate(NAMES):",
      "    try:",
      '        said = globals()[f"way{i}"]()',
      "    except BaseException as error:",
      '        said = f"failed: {type(error).__name__}: {error}".split("\\n")[0]',
      '    print(f"{name} = {said}")',
    ].join("\n");
    const result = await tutorial.runFirst(code, "done");
    const lines = (await result.locator("pre.printed.log").allTextContents())
      .join("\n")
      .split("\n");
    const outcomes = lines.filter((line) => line.includes(" = ")).map((line) => line.split(" = "));
    expect(outcomes.map(([name]) => name)).toEqual(Object.keys(waysOut));
    expect(outcomes.filter(([, said]) => !/^(?:failed|refused|sent)/.test(said ?? ""))).toEqual([]);
    // Another cell runs to its end, which gives pending requests time.
    await tutorial.runFirst("1 + 1", "done");
    expect(seen).toEqual([]);
    // A call by address of a function that makes the browser run a text. The refusal ends the interpreter.
    await tutorial.runFirst(
      [
        "import sys",
        // The module cannot be imported, but code can undo that.
        'del sys.modules["_ctypes"]',
        "import _ctypes",
        'run = _ctypes.dlsym(_ctypes.dlopen(None, 0), "emscripten_run_script")',
        `_ctypes.call_function(run, (b"fetch('http://127.0.0.1:${port}/leak')",))`,
      ].join("\n"),
      "failed",
    );
    await expect(result.getByRole("alert")).toContainText("PythonEnded");
    await tutorial.runFirst("1 + 1", "done");
    expect(seen).toEqual([]);
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain("leak");
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
