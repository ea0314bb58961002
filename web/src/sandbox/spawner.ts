// Spawns the engine together with the user's code in a sandbox.
import { t } from "../i18n/core";
import type { Spawn } from "../protocol/client";
import { CONSOLE_LIMITS } from "../protocol/code";
import type { RequestKind } from "../protocol/messages";
import { sandboxFrames, type SandboxOptions } from "./frame";
import { checkReply } from "./replies";

export function sandboxSpawner(options: SandboxOptions): Spawn {
  const open = sandboxFrames(options);
  return (receive, crash) => {
    const kinds = new Map<number, RequestKind>();
    let printed = 0;
    const frame = open((data, end) => {
      const reply = checkReply(data, (id) => kinds.get(id));
      if (!reply) return;
      if (reply.kind !== "progress") kinds.delete(reply.id);
      else if (reply.progress.kind === "console") {
        for (const { text } of reply.progress.entries) printed += text.length;
        if (printed > 2 * CONSOLE_LIMITS.characters) {
          end(t("sandbox.printed"));
          return;
        }
      }
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
