// Runs the user's code on its own, outside of a pipeline.
import type { HandlersOf } from "../../engine/session/handler";
import type requests from "./requests";

export default {
  script: async ({ code: host, interrupt, complete, progress }, { code, files = {} }) => {
    if (!host) throw new Error("Code runs in the sandbox only.");
    interrupt();
    await complete();
    const read = Object.entries(files).map(
      async ([name, blob]) => [name, await blob.arrayBuffer()] as const,
    );
    const given = Object.fromEntries(await Promise.all(read));
    host.begin((entries) => progress({ kind: "console", entries }));
    await host.script(code, given);
    return undefined;
  },
} satisfies HandlersOf<typeof requests>;
