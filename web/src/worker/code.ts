// Loads the user's code: an ES module that imports "passcope" and exports instruments and passes. It
// is imported natively, so the browser's own engine says where in it something was thrown.
import type * as passcope from "passcope";
import { MAX_CODE, type CodePlace } from "../protocol/code";
import { CODE_NAME, CodeError, prepareCode, type PreparedCode } from "./code-source";

export type Namespace = typeof passcope;

export interface LoadedCode {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** Makes a URL of a module's text that `import()` takes. */
export type UrlOf = (text: string) => string;

const blobUrl: UrlOf = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/** The code that was loaded last, by which places in stack traces are found. */
let latest: { readonly code: PreparedCode; readonly url: string } | undefined;
/** The module that stands for the package; it is never freed, so one must do. */
let packageUrl: { readonly of: Namespace; readonly url: string } | undefined;

/**
 * Runs the code's top level and returns what it exports. Throws a CodeError for what is wrong before
 * it runs, and whatever the code throws.
 */
export async function loadCode(
  source: string,
  passcope: Namespace,
  urlOf: UrlOf = blobUrl,
): Promise<LoadedCode> {
  if (source.length > MAX_CODE) throw new CodeError("The code is too long", undefined);
  const module = await modulesUrl(passcope, urlOf);
  const code = prepareCode(source, new Set(Object.keys(passcope)), module);
  const url = urlOf(code.text);
  latest = { code, url };
  try {
    const exports = (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
    // A module's namespace is no plain object; the copy is.
    return { exports: Object.fromEntries(Object.entries(exports)) };
  } finally {
    if (url.startsWith("blob:")) URL.revokeObjectURL(url);
  }
}

/** The URL of a module that exports what the package does; the module is evaluated here, once. */
async function modulesUrl(passcope: Namespace, urlOf: UrlOf): Promise<string> {
  if (packageUrl?.of === passcope) return packageUrl.url;
  const key = "__passcope_namespace__";
  const names = Object.keys(passcope);
  const text = [
    `const from = globalThis[${JSON.stringify(key)}];`,
    ...names.map((name, i) => `const e${i} = from[${JSON.stringify(name)}];`),
    `export { ${names.map((name, i) => `e${i} as ${name}`).join(", ")} };`,
  ].join("\n");
  const url = urlOf(text);
  const globals = globalThis as Record<string, unknown>;
  globals[key] = passcope;
  try {
    await import(/* @vite-ignore */ url);
  } finally {
    delete globals[key];
  }
  packageUrl = { of: passcope, url };
  return url;
}

/** Where in the user's code something was thrown, or undefined. */
export function codePlaceOf(error: unknown): CodePlace | undefined {
  if (error instanceof CodeError) return error.place;
  if (!(error instanceof Error) || typeof error.stack !== "string") return undefined;
  // The stack begins with the message, which may look like a frame.
  const head = `${error.name}: ${error.message}`;
  return placeInStack(error.stack.startsWith(head) ? error.stack.slice(head.length) : error.stack);
}

/** The place of the innermost frame of the user's code in a stack trace. */
export function placeInStack(stack: string): CodePlace | undefined {
  if (!latest) return undefined;
  for (const name of [CODE_NAME, latest.url]) {
    for (let at = stack.indexOf(name); at >= 0; at = stack.indexOf(name, at + 1)) {
      const place = /^:(\d+):(\d+)/.exec(stack.slice(at + name.length, at + name.length + 24));
      if (place) {
        return latest.code.origin({ line: Number(place[1]), column: Number(place[2]) });
      }
    }
  }
  return undefined;
}
