// For the embedded element: `1.5rem` becomes `calc(1.5 * var(--passcope-rem, 16px))`, or pixels in conditions of media
// and container queries. The page around may have any root font size.
import type { Plugin } from "vite";

const LENGTH = /(?<![\w.-])(-?\d*\.?\d+)rem\b/g;
const CONDITION = /@(?:media|container)[^{;]*\{/g;

export function withoutRem(text: string): string {
  return text
    .replace(CONDITION, (condition) =>
      condition.replace(LENGTH, (_, n: string) => `${Number(n) * 16}px`),
    )
    .replace(LENGTH, (_, n: string) => `calc(${n} * var(--passcope-rem, 16px))`);
}

export function relativeUnits(): Plugin {
  return {
    name: "passcope:relative-units",
    enforce: "pre",
    transform(text, id) {
      const [file = ""] = id.split("?");
      const ours = /\/web\/src\/.*\.(?:ts|css)$/.test(file) && !file.includes("node_modules");
      if (!ours || !LENGTH.test(text)) return null;
      LENGTH.lastIndex = 0;
      return { code: withoutRem(text), map: null };
    },
  };
}
