// The embedded element with code, with wrong and hostile attributes, on a page with a strict policy, and with an
// endless run.
import { expect, SMALL, test, type Embedding } from "./embedding";

const CODE = `<script type="text/passcope">
  import { transform } from "passcope";
  globalThis.ran = true;
  console.log("the top level ran");
  export const Mine = transform.modulePass({ optLevel: 0, name: "Mine" }, (mod) => {
    console.log("Mine ran");
    return mod;
  });
</script>`;

const withCode = (attributes: string): string =>
  `<passcope-demo pipeline="InferType, code.Mine" ${attributes}>${SMALL}${CODE}</passcope-demo>`;

const frames = (embedding: Embedding): number =>
  embedding.page.frames().filter((frame) => frame.url().includes("sandbox")).length;

test("code waits for Run also when it is changed, can be read before, and runs in the sandbox", async ({
  embedding,
  page,
}) => {
  await embedding.open(withCode('run="visible"'));
  const run = page.getByRole("button", { name: "Run", exact: true });
  const printed = page.locator("pc-console");
  await test.step("it can be read before, and nothing is fetched", async () => {
    await expect(page.getByRole("status")).toContainText("in a sandbox without network");
    await page.getByText("The code", { exact: true }).click();
    await expect(page.locator("pre", { hasText: "the top level ran" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(embedding.requested(".wasm")).toEqual([]);
    expect(frames(embedding)).toBe(0);
  });
  await run.click();
  await embedding.finished();
  await expect.poll(() => frames(embedding)).toBe(1);
  await expect(page.locator('[data-row][data-name="Mine"]')).toBeVisible();
  await page.getByRole("tab", { name: "Console" }).click();
  await expect(printed).toContainText("Mine ran");
  await expect(page.locator("pc-console .entry")).toHaveCount(2);
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
  expect(embedding.complaints).toEqual([]);
  await test.step("code that the page puts there later does not run by itself either", async () => {
    await embedding.demo().evaluate((element) => {
      const script = element.querySelector('[type="text/passcope"]');
      if (script)
        script.textContent = (script.textContent ?? "").replaceAll("Mine ran", "Mine ran again");
    });
    await expect(embedding.demo().locator('[data-run="outdated"]')).toBeVisible();
    await page.getByRole("tab", { name: "Console" }).click();
    await expect(printed).toContainText("Mine ran");
    await expect(printed).not.toContainText("Mine ran again");
    await run.click();
    await expect(printed).toContainText("Mine ran again");
    await embedding.finished();
  });
  await test.step("it is edited where it is shown", async () => {
    await embedding.demo().evaluate((element) => {
      element.setAttribute("panels", "timing code console");
    });
    await page.getByRole("tab", { name: "Code" }).click();
    await page.locator("pc-code-tab .cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText('\nconsole.log("edited");');
    await run.click();
    await page.getByRole("tab", { name: "Console" }).click();
    await expect(printed).toContainText("edited");
    // The element has no language service and no worker for it.
    expect(embedding.requested("/worker-")).toEqual([]);
  });
});

test("wrong attributes are told in words, and those that mean ill are text and nothing more", async ({
  embedding,
  page,
}) => {
  const html = "&lt;img src=x onerror=&quot;globalThis.hit = true&quot;&gt;";
  const deep = "[".repeat(100_000);
  const wrong = [
    `<passcope-demo modle="resnet18" panels="timing nothing" height="tall" run="now"
      lang="xx" laboratory="javascript:alert(1)">${SMALL}</passcope-demo>`,
    `<passcope-demo model="resnet18" pipeline="FoldConstant(" ></passcope-demo>`,
    `<passcope-demo model="resnet18" nun-layers="18" run="visible"></passcope-demo>`,
    `<passcope-demo model="resnet17"></passcope-demo>`,
    `<passcope-demo model="resnet18" pipeline='[{"kind": "sideways"}]'></passcope-demo>`,
  ];
  const ill = [
    `<passcope-demo model="${html}" panels="${html}" pipeline="${html}"></passcope-demo>`,
    `<passcope-demo model="resnet18" __proto__="1" constructor="2" pipeline="A(__proto__={'hit': true})"></passcope-demo>`,
    `<passcope-demo program="${html}" title="${html}" pipeline="InferType"></passcope-demo>`,
    `<passcope-demo model="resnet18" pipeline="A(x=${deep}"></passcope-demo>`,
    `<passcope-demo model="resnet18" pipeline='${deep}'></passcope-demo>`,
    `<passcope-demo model="resnet18" opt-level="1e9" required="${html}" height="1px;position:fixed"></passcope-demo>`,
    `<passcope-demo program="${"x".repeat(1_000_001)}"></passcope-demo>`,
  ];
  await embedding.open([...wrong, ...ill].join(""));
  const alert = (index: number) => embedding.demo(index).locator(".problems");
  await test.step("wrong ones, in the element and on the console", async () => {
    for (const text of [
      "There is no attribute “modle”",
      "The attribute “panels” is “nothing”",
      "The attribute “height” is “tall”",
      "The attribute “run” is “now”; it can be visible or press.",
      "The attribute “lang” is “xx”; it can be en or zh.",
      "The attribute “laboratory” is “javascript:alert(1)”",
    ]) {
      await expect(alert(0)).toContainText(text);
      await expect.poll(() => embedding.console.join("\n")).toContain(text);
    }
    await embedding.finished(0);
    await expect(embedding.demo(0).getByRole("link")).toHaveAttribute("href", /^http.*#v1\./);
    await embedding.demo(1).scrollIntoViewIfNeeded();
    await expect(alert(1)).toContainText("expected a closing bracket or quote at character 14");
    await expect(embedding.demo(1).getByRole("button", { name: "Run" })).toBeDisabled();
    await embedding.demo(2).scrollIntoViewIfNeeded();
    await expect(alert(2)).toContainText("“nun-layers” is neither an attribute nor an option");
    await embedding.demo(3).scrollIntoViewIfNeeded();
    await expect(alert(3)).toContainText("There is no model “resnet17”; it can be resnet");
    await expect(alert(4)).toContainText("stages[0].kind");
  });
  await test.step("those that mean ill", async () => {
    for (const i of ill.keys()) {
      const demo = embedding.demo(wrong.length + i);
      await demo.scrollIntoViewIfNeeded();
      await expect(demo.getByRole("alert").first()).not.toBeEmpty();
    }
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => "hit" in globalThis || "hit" in {})).toBe(false);
    await expect(page.locator("passcope-demo img")).toHaveCount(0);
  });
  expect(embedding.console.filter((line) => line.startsWith("exception"))).toEqual([]);
});

test("what the page's policy refuses is told, and that files are missing", async ({
  embedding,
  page,
}) => {
  const { siteOrigin } = embedding.hosts;
  const rest = `connect-src ${siteOrigin}; frame-src ${siteOrigin}; img-src data:`;
  const demo = `<passcope-demo pipeline="InferType">${SMALL}</passcope-demo>`;
  await embedding.open(demo, {
    policy: `default-src 'none'; script-src ${siteOrigin} 'wasm-unsafe-eval'; ${rest}`,
  });
  await expect(embedding.demo().getByRole("alert").first()).toContainText(
    "Content-Security-Policy blocks it: worker-src does not allow blob",
  );
  await embedding.open(demo, {
    policy: `default-src 'none'; script-src ${siteOrigin}; worker-src blob:; ${rest}`,
  });
  await expect(embedding.demo().getByRole("alert").first()).toContainText(
    "Content-Security-Policy blocks it: script-src does not allow wasm-eval",
  );
  // The policy that the documentation recommends is sufficient.
  const before = embedding.complaints.length;
  await embedding.open(demo, {
    policy:
      `default-src 'none'; script-src ${siteOrigin} 'wasm-unsafe-eval'; worker-src blob:; ${rest}; ` +
      "require-trusted-types-for 'script'; trusted-types lit-html passcope",
  });
  await embedding.finished();
  await expect(embedding.demo().locator("pc-merge, pc-pass-diff").first()).toBeVisible();
  await expect(embedding.demo().locator(".problems")).toHaveCount(0);
  expect(embedding.complaints.slice(before)).toEqual([]);
  await test.step("without its files it says so, and the static result stays", async () => {
    await page.route(/demo-[^/]*\.js$/, (route) => route.abort());
    await embedding.open(
      `<passcope-demo pipeline="InferType"><p>static result</p>${SMALL}</passcope-demo>`,
    );
    await expect(page.getByRole("alert")).toContainText("could not be loaded");
    await expect(page.getByText("static result")).toBeVisible();
  });
});

test("a run that does not end is stopped, and the others go on", async ({ embedding, page }) => {
  await embedding.open(
    `<div style="zoom: 0.5">
      <passcope-demo model="resnet269" pipeline="bind; ${"FoldConstant, ".repeat(300)}FoldConstant"
        run="press" opt-level="3" height="300"></passcope-demo>
      <passcope-demo pipeline="InferType" height="300">${SMALL}</passcope-demo>
    </div>`,
  );
  await embedding.finished(1);
  await embedding.demo(0).getByRole("button", { name: "Run" }).click();
  await embedding.demo(0).getByRole("button", { name: "Stop" }).click();
  await expect(embedding.demo(0).locator('[data-run="stopped"]')).toBeVisible();
  await embedding.demo(1).getByRole("button", { name: "Run" }).click();
  await embedding.finished(1);
  await expect(page.locator("passcope-demo").nth(1).locator("[data-row]").first()).toBeVisible();
});
