// A random walk with a seed over the page's controls. The page must report no errors, its memory must not grow, and a
// reload must restore the state.
//
//   PASSCOPE_WALK_STEPS=120     the number of steps, or
//   PASSCOPE_WALK_MINUTES=60    the duration (npm run walk)
//   PASSCOPE_WALK_SEED=1        the seed of the walk
import type { Page } from "@playwright/test";
import { makeRandom } from "../../../scripts/lib/random.mjs";
import { heapOf } from "./forging";
import { expect, test, type Shell } from "./page";

const minutes = Number(process.env["PASSCOPE_WALK_MINUTES"] ?? 0);
const steps = Number(process.env["PASSCOPE_WALK_STEPS"] ?? 120);
const seed = Number(process.env["PASSCOPE_WALK_SEED"] ?? 1);

/** The number of steps after which memory is measured and the page is reloaded. */
const ROUND = 60;
/** The limit of growth in bytes after the first rounds: programs, their texts and editors. */
const GROWTH = 48 * 1024 * 1024;

/** Uses a random visible control. Returns its name and the action. */
const use = (page: Page, numbers: readonly number[]): Promise<string> =>
  page.evaluate(([which = 0, what = 0, more = 0]) => {
    const controls: (HTMLElement | SVGElement)[] = [];
    const find = (root: ParentNode): void => {
      for (const element of root.querySelectorAll<HTMLElement | SVGElement>("*")) {
        if (element.shadowRoot) find(element.shadowRoot);
        const isControl = element.matches(
          "button, select, input:not([type=file]), textarea, summary, [role=tab], [role=row][data-row], " +
            "[role=option], [role=treeitem], .cm-content[contenteditable=true]",
        );
        if (!isControl || element.matches(":disabled, [aria-disabled=true]")) continue;
        if (element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
          controls.push(element);
        }
      }
    };
    find(document);
    // Controls that leave the page, open a file dialog or save a file are skipped.
    const open = controls.filter(
      (control) =>
        !/^(Open|Choose|Save|Export|Download|打开|选择文件|保存|导出|下载)|\.(json|csv|html|svg|zip|py|mjs)\b/.test(
          (control.getAttribute("aria-label") ?? control.textContent).trim(),
        ),
    );
    const control = open[Math.floor(which * open.length)];
    if (!control) return "nothing";
    const name = `${control.localName} ${(control.getAttribute("aria-label") ?? control.textContent).trim().slice(0, 40)}`;
    const tell = (...events: string[]): void => {
      for (const event of events)
        // As in browsers: `input` events cross shadow roots, `change` events do not.
        control.dispatchEvent(new Event(event, { bubbles: true, composed: event === "input" }));
    };
    if (control instanceof HTMLSelectElement) {
      control.selectedIndex = Math.floor(what * control.options.length);
      tell("input", "change");
      return `${name}: ${control.value}`;
    }
    const isText =
      control instanceof HTMLTextAreaElement ||
      (control instanceof HTMLInputElement &&
        !["checkbox", "radio", "button"].includes(control.type));
    if (isText) {
      const numbers = ["", "0", "1", "3", "-3", "0.5", "100"];
      const texts = [
        "",
        "1",
        "Fold",
        "InferType",
        "x".repeat(50),
        '{"a": 1}',
        "-3",
        "0.5",
        "变",
        "(a+)+$",
      ];
      control.focus();
      const words =
        control instanceof HTMLInputElement && /number|range/.test(control.type) ? numbers : texts;
      control.value = words[Math.floor(what * words.length)] ?? "";
      tell("input", "change");
      if (more < 0.5)
        control.dispatchEvent(
          new KeyboardEvent("keydown", { key: "Enter", bubbles: true, composed: true }),
        );
      return `${name}: ${control.value}`;
    }
    if (control.matches("[role=row], [role=treeitem], [role=option], [role=tab]") && what < 0.5) {
      control.focus();
      const keys = [
        "ArrowDown",
        "ArrowUp",
        "ArrowRight",
        "ArrowLeft",
        "Home",
        "End",
        "Enter",
        "Escape",
        "a",
        "b",
      ];
      const key = keys[Math.floor(more * keys.length)] ?? "";
      control.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
      return `${name}: ${key}`;
    }
    control.focus();
    // Drawn controls, such as nodes of a graph, have no method `click`.
    if (control instanceof HTMLElement) control.click();
    else control.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
    return name;
  }, numbers);

/** The state that a reload restores: the work and the tabs. */
const shown = (page: Page): Promise<unknown> =>
  page.locator("pc-app").evaluate((shell) => {
    const { app } = shell as unknown as Shell & { app: { reproducer(): string } };
    const work = JSON.parse(app.workspaces.reproducer()) as Record<string, unknown>;
    // The failure belongs to the latest run, which is not kept.
    delete work["failure"];
    const { timingTab, search, hideUnchanged } = app.store.state;
    return { work, timingTab, search, hideUnchanged, language: document.documentElement.lang };
  });

test(`a walk over the controls, number ${seed}`, async ({ playground, page, context }) => {
  test.setTimeout(minutes > 0 ? (minutes + 10) * 60_000 : 600_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  page.on("dialog", (dialog) => void dialog.dismiss());
  const random = makeRandom(seed);
  const until = Date.now() + minutes * 60_000;
  const went: string[] = [];
  const heaps: number[] = [];
  await playground.openAndRun();
  for (let step = 1; minutes > 0 ? Date.now() < until : step <= steps; step += 1) {
    went.push(await use(page, [random(), random(), random()]));
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    expect(playground.complaints, went.slice(-12).join("\n")).toEqual([]);
    if (step % ROUND > 0) continue;
    // Typed text is stored a moment later, and the address changes as late.
    await page.waitForFunction(() => !document.querySelector("pc-app")?.hasAttribute("aria-busy"));
    await expect
      .poll(async () => {
        const before = await shown(page);
        await page.reload();
        await expect(page.locator("pc-app [data-run]").first()).toBeVisible();
        const after = await shown(page);
        return JSON.stringify(after) === JSON.stringify(before)
          ? ""
          : JSON.stringify([before, after]);
      }, went.slice(-ROUND).join("\n"))
      .toBe("");
    heaps.push(await heapOf(page));
  }
  console.log(
    `walk ${seed}: ${went.length} steps, MB in memory: ${heaps.map((heap) => Math.round(heap / 1e6)).join(" ")}`,
  );
  const [first = 0] = heaps;
  expect(Math.max(...heaps) - first, went.join("\n")).toBeLessThan(GROWTH);
});
