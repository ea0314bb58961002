// Spawns the engine together with the user's code in a sandbox.
import type { Spawn } from "../protocol/client";
import type { CodeLanguage } from "../protocol/code";
import type { RequestKind } from "../protocol/messages";
import { sandboxFrames, type SandboxFiles, type SandboxOptions } from "./frame";
import { checkReply } from "./replies";

function sandboxSpawner(options: SandboxOptions): Spawn {
  const open = sandboxFrames(options);
  return (receive, crash) => {
    const kinds = new Map<number, RequestKind>();
    const frame = open((data) => {
      const reply = checkReply(data, (id) => kinds.get(id));
      if (!reply) return;
      if (reply.kind !== "progress") kinds.delete(reply.id);
      receive(reply);
    }, crash);
    return {
      post: (request) => {
        kinds.set(request.id, request.kind);
        frame.post(request);
      },
      terminate: () => frame.terminate(),
    };
  };
}

/** One for each language. */
export const sandboxSpawners = ({
  files,
  ...options
}: Omit<SandboxOptions, "files"> & {
  readonly files: Readonly<Record<CodeLanguage, () => Promise<SandboxFiles>>>;
}): Readonly<Record<CodeLanguage, Spawn>> => ({
  javascript: sandboxSpawner({ ...options, files: files.javascript }),
  python: sandboxSpawner({ ...options, files: files.python }),
});
