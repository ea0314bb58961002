// `virtual:engine-messages`: the Chinese patterns of messages, by the English ones. A message of the engine has no
// identity when the page gets it, so the build joins both languages by their identities.
import path from "node:path";
import { runnerImport, type Plugin } from "vite";
import { messagePatterns } from "../../scripts/lib/messages.mjs";
import type * as tableModule from "../src/i18n/zh/engine/messages.ts";

const id = "virtual:engine-messages";
const table = path.resolve(import.meta.dirname, "../src/i18n/zh/engine/messages.ts");

/** From English patterns to Chinese ones. An identity without a translation is left out. */
export async function chinesePatterns(): Promise<Record<string, string>> {
  const { module } = await runnerImport<typeof tableModule>(table);
  return Object.fromEntries(
    messagePatterns().flatMap(({ identity, pattern }) => {
      const chinese = module.messages[identity];
      return chinese === undefined ? [] : [[pattern, chinese] as const];
    }),
  );
}

export function engineMessages(): Plugin {
  return {
    name: "passcope:engine-messages",
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: async (resolved) =>
      resolved === `\0${id}`
        ? `export const messages = ${JSON.stringify(await chinesePatterns())};`
        : null,
  };
}
