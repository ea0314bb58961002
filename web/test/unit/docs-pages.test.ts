// The documents as pages: links, fragments, tables, and the data for search and navigation.
import { describe, expect, test } from "vitest";
import { renderDocuments, slugOf, type Document } from "../../build-plugins/docs/render";
import { pageOf } from "../../build-plugins/docs/sources";

const render = (texts: Readonly<Record<string, string>>): Map<string, Document> =>
  new Map(
    renderDocuments({
      texts: new Map(Object.entries(texts)),
      pageOf,
      exists: (file) => ["src/ir/expr.h", "docs/images/graph.png"].includes(file),
    }).map((one) => [one.file, one]),
  );

/** The HTML body of a document, with another document beside it. */
const body = (text: string): string =>
  render({ "docs/a.md": `# A\n\n${text}`, "docs/internals/b.md": "# B title\n\n## On `x`\n" }).get(
    "docs/a.md",
  )?.body ?? "";

test("headings get the fragments that GitHub gives them", () => {
  const taken = new Map<string, number>();
  const slugs = ["`--stats`: what, and why?", "In C++", "In C", "In C++", "差异 a_b"].map((text) =>
    slugOf(text.replaceAll("`", ""), taken),
  );
  expect(slugs).toEqual(["--stats-what-and-why", "in-c", "in-c-1", "in-c-2", "差异-a_b"]);
});

describe("links", () => {
  test("between documents lead from page to page", () => {
    expect(body("[x](internals/b.md#on-x)")).toContain('<a href="internals/b.html#on-x">x</a>');
    expect(body("[x](#a)")).toContain('<a href="#a">x</a>');
    expect(body("[b.md](internals/b.md)")).toContain('<a href="internals/b.html">B title</a>');
    const pages = render({
      "docs/README.md": "# Documents\n",
      "docs/internals/b.md": "# B\n\n[x](../../ARCHITECTURE.md) [y](../README.md)",
      "ARCHITECTURE.md": "# Map\n\n[x](docs/internals/b.md)",
    });
    expect(pages.get("docs/internals/b.md")?.body).toContain('href="../architecture.html"');
    expect(pages.get("docs/internals/b.md")?.body).toContain('href="../index.html"');
    expect(pages.get("ARCHITECTURE.md")?.body).toContain('href="internals/b.html"');
  });

  test("to other sites stay, and files that the site does not have are plain text", () => {
    expect(body("[x](https://example.org/)")).toContain('<a href="https://example.org/">x</a>');
    expect(body("[`expr.h`](../src/ir/expr.h).")).toContain("<p><code>expr.h</code>.</p>");
  });

  test.each(["internals/c.md", "internals/b.md#on-y", "#b", "../src/nothing.h"])(
    "to %s lead nowhere, which is an error",
    (href) => expect(() => body(`[x](${href})`)).toThrow(`docs/a.md: the link ${href} leads`),
  );

  test("to images lead to the repository's file, which has to exist", () => {
    expect(body("![g](images/graph.png)")).toContain('src="../../docs/images/graph.png"');
    expect(() => body("![g](images/none.png)")).toThrow("leads nowhere");
  });
});

test("tables have a box of their own and no styles, and markup in the text is text", () => {
  const html = body("| | b |\n| - | -: |\n| 1 | 2 |\n\n<script>x</script>");
  expect(html).toContain('<div class="table" tabindex="0"><table>');
  expect(html).toContain('<td class="number">2</td>');
  expect(html).not.toContain("<th></th>");
  expect(html).not.toMatch(/style=|<script/);
});

test("a document tells its title, first sentence, sections and groups of links", () => {
  const texts = {
    "docs/README.md": "# All\n\nOne `x` is\nhere. Two.\n\n## Group\n\n- [b.md](b.md): it\n",
    "docs/b.md": "# B\n",
  };
  expect(render(texts).get("docs/README.md")).toMatchObject({
    title: "All",
    description: "One x is here.",
    sections: [
      { id: "", heading: "All", text: "One x is here. Two." },
      { id: "group", heading: "Group" },
    ],
    groups: [{ title: "Group", files: ["docs/b.md"] }],
  });
});
