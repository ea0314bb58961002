// In the worker of the sandbox, "passcope" is the package with the engine that the page sent along: that
// worker may not fetch one.
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const entry = /\/worker\/code-main\.ts(?:\?|$)/;
const replacement = fileURLToPath(new URL("../src/sandbox/package.ts", import.meta.url));

export function sandboxPackage(): Plugin {
  let inSandbox = false;
  return {
    name: "passcope:sandbox-package",
    enforce: "pre",
    options({ input }) {
      const inputs = typeof input === "string" ? [input] : Object.values(input ?? {});
      inSandbox = inputs.some((id) => entry.test(String(id)));
    },
    resolveId: (source) => (inSandbox && source === "passcope" ? replacement : null),
  };
}
