// The address contains the page's state: links restore it, Back and Forward move through it, and no content of a link
// is trusted.
import { inflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { linkOf } from "./links";
import { expect, test, type Shell } from "./page";

const hash = (url: string): string => new URL(url).hash;

/** The document of an address. */
function documentOf(url: string): unknown {
  const [, data] = /^#v1\.([\w-]+)$/.exec(hash(url)) ?? [];
  return data === undefined
    ? undefined
    : JSON.parse(inflateRawSync(Buffer.from(data, "base64url")).toString());
}

/** Advances the clock so that timers fire. The test must install its clock before it opens the page. */
const later = (page: Page): Promise<void> => page.clock.fastForward(2000);

test("the address opens what it was copied from", async ({ playground, page, visitor }) => {
  await page.clock.install();
  await playground.openAndRun();
  await test.step("it is plain as the page opens", async () => {
    await later(page);
    expect(hash(page.url())).toBe("");
  });
  await playground.optLevel(2).selectOption("2");
  await playground.add("Add a pass to stage 1", "SimplifyInference");
  await playground.runAgain();
  await playground.row("SimplifyInference").click();
  await playground.tab("Operators").click();
  await playground.tab("Icicle").click();
  const remarks = { kind: "NoLayoutRule", text: "layout" };
  await page.locator("pc-app").evaluate((shell, filter) => {
    (shell as unknown as Shell).app.remarks.filter(filter);
  }, remarks);
  await later(page);
  await expect
    .poll(() => documentOf(page.url()))
    .toMatchObject({ view: { detailTab: "ops", timingTab: "icicle", remarks } });
  const link = page.url();
  const there = await visitor();
  await there.goto(link);
  await expect(there.getByLabel("opt_level of stage 2")).toHaveValue("2");
  await expect(there.getByRole("tab", { name: "Icicle" })).toHaveAttribute("aria-selected", "true");
  await expect(there.getByRole("tab", { name: "Operators" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expect(there.locator("pc-ops tr.selected")).toContainText("SimplifyInference");
  const filter = there.locator("pc-app").evaluate((shell) => {
    return (shell as unknown as Shell).app.store.state.remarkFilter;
  });
  expect(await filter).toMatchObject(remarks);
  await expect.poll(() => hash(there.url())).toBe(hash(link));
});

test("Back and Forward go through what was looked at", async ({ playground, page }) => {
  await page.clock.install();
  await playground.openAndRun();
  const selected = page.locator('[data-row][aria-selected="true"]');
  /** A change after a while is a separate entry of the history. */
  const entry = async (change: () => Promise<unknown>): Promise<void> => {
    // Read before the change, because on a slow machine the new address can come immediately.
    const before = hash(page.url());
    await change();
    await later(page);
    await expect.poll(() => hash(page.url())).not.toBe(before);
    await later(page);
  };
  await later(page);
  await entry(() => playground.row("FoldConstant").last().click());
  await entry(() => playground.row("CanonicalizeOps").click());
  await entry(() => playground.optLevel(1).selectOption("3"));
  await page.goBack();
  await expect(playground.optLevel(1)).toHaveValue("2");
  await expect(selected).toHaveAttribute("data-name", "CanonicalizeOps");
  await page.goBack();
  await expect(selected).toHaveAttribute("data-name", "FoldConstant");
  await page.goBack();
  // The page had selected this row automatically.
  await expect(selected).toHaveAttribute("data-name", "ConvertLayout");
  await expect.poll(() => hash(page.url())).toBe("");
  await page.goForward();
  await expect(selected).toHaveAttribute("data-name", "FoldConstant");
});

test("code of a link waits for Run", async ({ playground, page }) => {
  const code = `import { transform } from "passcope";
console.log("ran");
export const mine = transform.modulePass({ optLevel: 0, name: "mine" }, (mod) => mod);
`;
  await page.goto(
    `./${linkOf({
      reproducer: 1,
      program: { model: "resnet", options: { num_layers: 18 } },
      stages: [{ kind: "passes", passes: [{ code: "mine" }] }],
      code,
      view: { detailTab: "console" },
    })}`,
  );
  await expect(playground.step("mine")).toBeVisible();
  // The engine has loaded and has answered the requests of a page that opens.
  await playground.tab("Program").click();
  await expect(playground.line(1)).toContainText("def @main");
  await playground.tab("Console").click();
  await expect(page.locator("[data-run]")).toHaveAttribute("data-run", "idle");
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(page.locator("pc-console .entry")).toHaveCount(0);
  await playground.run.click();
  await playground.finished();
  await expect(page.locator("pc-console .entry")).toContainText("ran");
});

test("a damaged link is refused in words, and nothing of a link becomes markup or a prototype", async ({
  playground,
  page,
}) => {
  await page.goto("./#v1.q1bKTF");
  await expect(page.getByRole("alert")).toContainText("The link could not be opened");
  await playground.finished();
  await expect(playground.step("ConvertLayout")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.evaluate(() => (location.hash = "#v9.abc"));
  await expect(page.getByRole("alert")).toContainText("newer version");
  playground.expectNoComplaints();

  await page.goto("about:blank");
  const evil =
    '<img src=x onerror="globalThis.harmed=true"><script>globalThis.harmed=true</script>';
  const json = JSON.stringify({
    reproducer: 1,
    program: {
      text: `def @main(%x: Tensor[(1), float32]) { nn.relu(%x) } /* ${evil} */`,
      title: evil,
    },
    stages: [
      {
        kind: "passes",
        passes: [{ name: evil }, { name: "InferType", options: { [evil]: evil } }],
      },
    ],
    view: { search: evil, detailTab: "program" },
  }).replace(
    '"reproducer"',
    '"__proto__":{"harmed":true},"constructor":{"prototype":{}},"reproducer"',
  );
  await page.goto(`./${linkOf(json)}`);
  await expect(page.locator("pc-program .title")).toContainText("<img src=x");
  await expect(page.getByRole("alert").first()).toBeVisible();
  expect(await page.evaluate(() => "harmed" in globalThis || "harmed" in {})).toBe(false);
  expect(
    await page.evaluate(() => {
      const count = (root: ParentNode): number =>
        [...root.querySelectorAll("*")].reduce(
          (sum, element) =>
            sum +
            (element.localName === "script" || element.getAttribute("onerror") ? 1 : 0) +
            (element.shadowRoot ? count(element.shadowRoot) : 0),
          0,
        );
      return count(document.body);
    }),
  ).toBe(0);
  playground.complaints.length = 0;
});
