// embed.html, for frames on other sites. The address describes the content: by a link's fragment, or by parameters with
// the names of the element's attributes. None of it becomes an attribute or markup.
import { t } from "./texts";
import { onLanguage, setLanguage, language } from "../i18n/language";
import { decodeFragment, isFragment } from "../features/share/link";
import type { PasscopeDemo } from "./passcope-demo";
import { EMBEDDED_TABS, type Panel } from "../core/state/tabs";
import type { Given } from "./settings";

async function given(demo: PasscopeDemo): Promise<Given> {
  const attributes = new Map(new URLSearchParams(location.search));
  if (!isFragment(location.hash)) return { attributes };
  try {
    const { workspace, view } = await decodeFragment(location.hash);
    demo.view = view;
    const { panel } = EMBEDDED_TABS.find(({ name }) => name === view.detailTab) ?? {};
    if (panel && !attributes.has("panels")) {
      const panels = new Set<Panel>(["timing", panel, "ir-diff", "op-diff"]);
      if (workspace.code.trim() !== "") panels.add("code").add("console");
      attributes.set("panels", [...panels].join(" "));
    }
    if (view.language && !attributes.has("lang")) attributes.set("lang", view.language);
    return { attributes, workspace };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { attributes, badLink: message };
  }
}

const { PasscopeDemo: Demo } = await import("./passcope-demo");
const demo = new Demo();
demo.given = await given(demo);

// For screen readers: a page has a heading.
const heading = document.createElement("h1");

const named = (): void => {
  document.documentElement.lang = language() === "zh" ? "zh-Hans" : "en";
  document.title = t("embed.label", { title: demo.heading });
  heading.textContent = document.title;
};
onLanguage(named);
// The texts load before anything is shown. If they fail to load, the page is in English.
await setLanguage(demo.wantedLanguage).catch(() => undefined);
const main = document.createElement("main");
main.append(heading, demo);
document.body.append(main);
named();

// The frame has got another link.
addEventListener("hashchange", () => location.reload());
