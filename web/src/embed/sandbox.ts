// The sandboxes of embedded elements: the same frames as the playground's, from the script's own site. They load when
// user code first runs.
import frame from "../../public/sandbox.html?url";
import { t } from "./texts";
import { sandboxFiles } from "../workers/code-files";
import type { SandboxFiles } from "../sandbox/frame";
import { requests } from "../workers/requests";
import { sandboxSpawners } from "../sandbox/spawner";

const address = new URL(frame, import.meta.url).href;

const checked = (fetchFiles: () => Promise<SandboxFiles>) => async (): Promise<SandboxFiles> => {
  // Package hosts serve pages as plain text; such a frame never answers.
  const [page, files] = await Promise.all([fetch(address), fetchFiles()]);
  if (!page.ok || !page.headers.get("Content-Type")?.startsWith("text/html")) {
    throw new Error(t("embed.noSandbox", { address }));
  }
  return files;
};

export const sandboxes = sandboxSpawners({
  frame: address,
  files: { javascript: checked(sandboxFiles.javascript), python: checked(sandboxFiles.python) },
  requests,
  of: "session",
  parent: document.body,
});
