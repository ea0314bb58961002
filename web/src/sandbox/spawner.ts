// Spawns the engine together with the user's code in a sandbox.
import type { Spawn } from "../protocol/client";
import type { RequestKind } from "../protocol/messages";
import { sandboxFrames, type SandboxOptions } from "./frame";
import { checkReply } from "./replies";

export function sandboxSpawner(options: SandboxOptions): Spawn {
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
