// The sandbox of an embedded element: the same frame as the page's, of the script's own site. Loaded when
// code is run for the first time.
import frame from "../../public/sandbox.html?url";
import { t } from "../i18n/embed";
import { sandboxFiles } from "../sandbox/files";
import { sandboxSpawner } from "../sandbox/spawner";

const address = new URL(frame, import.meta.url).href;

export const sandbox = sandboxSpawner({
  frame: address,
  files: async () => {
    // Hosts of packages serve pages as plain text: such a frame would never answer.
    const [page, files] = await Promise.all([fetch(address), sandboxFiles()]);
    if (!page.ok || !page.headers.get("Content-Type")?.startsWith("text/html")) {
      throw new Error(t("embed.noSandbox", { address }));
    }
    return files;
  },
  of: "session",
  parent: document.body,
});
