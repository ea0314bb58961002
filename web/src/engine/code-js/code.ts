// Loads the user's code: an ES module that imports "passcope" and exports instruments and passes. The browser imports
// it natively, so stack traces have places in it.
import { checkLength } from "./code-length";
import { setPlaces } from "../session/code-place";
import { prepareCode } from "./code-source";
import type { Namespace } from "../session/package-parts";

export interface LoadedCode {
  readonly exports: Readonly<Record<string, unknown>>;
}

/** Makes a URL for the text of a module, which `import()` accepts. */
export type UrlOf = (text: string) => string;

const blobUrl: UrlOf = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));

/** The module that exports the package. Its URL is never revoked, so it is made only once. */
let packageUrl: { readonly of: Namespace; readonly url: string } | undefined;

/**
 * Runs the code's top level and returns its exports. Throws a CodeError for mistakes found before it runs, and any
 * error that the code throws.
 */
export async function loadCode(
  source: string,
  passcope: Namespace,
  urlOf: UrlOf = blobUrl,
): Promise<LoadedCode> {
  checkLength(source);
  const module = await modulesUrl(passcope, urlOf);
  const code = prepareCode(source, new Set(Object.keys(passcope)), module);
  const url = urlOf(code.text);
  setPlaces({ url, origin: code.origin });
  try {
    const exports = (await import(/* @vite-ignore */ url)) as Record<string, unknown>;
    // A module's namespace object has no prototype and is sealed; a copy is a plain object.
    return { exports: Object.fromEntries(Object.entries(exports)) };
  } finally {
    if (url.startsWith("blob:")) URL.revokeObjectURL(url);
  }
}

/** The URL of a module with the package's exports. The module is evaluated here, once. */
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
