// Spawns the engine with the user's code in a sandbox.
import type { Spawn } from "../core/protocol/client";
import type { CodeLanguage } from "../core/protocol/code";
import type { RequestKind } from "../core/protocol/requests";
import type { RequestTable } from "../core/protocol/request";
import { sandboxFrames, type SandboxFiles, type SandboxOptions } from "./frame";
import { checkReply } from "./replies";

function sandboxSpawner(requests: RequestTable, options: SandboxOptions): Spawn {
  const open = sandboxFrames(options);
  return (receive, crash) => {
    const kinds = new Map<number, RequestKind>();
    const frame = open((data) => {
      const reply = checkReply(requests, data, (id) => kinds.get(id));
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

/** A spawner for each language. */
export const sandboxSpawners = ({
  files,
  requests,
  ...options
}: Omit<SandboxOptions, "files"> & {
  /** All requests to an engine. */
  readonly requests: RequestTable;
  readonly files: Readonly<Record<CodeLanguage, () => Promise<SandboxFiles>>>;
}): Readonly<Record<CodeLanguage, Spawn>> => ({
  javascript: sandboxSpawner(requests, { ...options, files: files.javascript }),
  python: sandboxSpawner(requests, { ...options, files: files.python }),
});
