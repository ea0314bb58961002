// The menu that shares the workspace.
import { expect, test } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import "./share-menu";
import { firstRun } from "../../../test/views/harness/app";
import { focus } from "../../../test/views/harness/matchers";
import { mount } from "../../../test/views/harness/mount";
import { decodeFragment } from "./link";

const share = page.getByRole("button", { name: "Share" });
const said = page.css("pc-share [role=status]");

test("a view is copied as a link, as programs and for Markdown, by keys alone", async () => {
  mount(await firstRun(), "pc-share");
  const copied = async (place: number, done: RegExp): Promise<string> => {
    await focus(share);
    await userEvent.keyboard("{ArrowDown}".repeat(place + 1) + "{Enter}");
    await expect.element(said).toContainText(done);
    const text = await navigator.clipboard.readText();
    await userEvent.keyboard("{Escape}");
    await expect.element(share).toHaveFocus();
    return text;
  };
  const link = await copied(0, /^Copy link: done/);
  const [here = "", fragment = ""] = link.split("#");
  expect(here).toBe(location.href.replace(/#.*/, ""));
  expect(fragment).toMatch(/^v1\.[\w-]+$/);
  expect((await decodeFragment(fragment)).workspace.source).toMatchObject({ name: "resnet" });
  expect(await copied(1, /Node program: done/)).toContain('from "passcope"');
  expect(await copied(2, /command line: done/)).toContain("passcope run");
  expect(await copied(3, /TVM Python: done/)).toContain("from tvm import relay");
  const markdown = await copied(5, /Markdown: done/);
  expect(markdown).toContain("[ResNet-18, Passcope](http");
  const [demo] = /<iframe src="([^"]+)"/.exec(markdown)?.slice(1) ?? [];
  expect(demo?.split("#")).toEqual([
    new URL("embed.html", here).href,
    expect.stringMatching(/^v1\./),
  ]);
});

test("a report is saved", async () => {
  mount(await firstRun(), "pc-share");
  await share.click();
  await commands.expectDownload();
  await page.getByRole("button", { name: "Save report" }).click();
  const { name, text } = await commands.download();
  expect(name).toBe("passcope.html");
  expect(text).toContain("ResNet-18: what its passes did");
  await expect.element(said).toHaveText("Saved as passcope.html");
});
