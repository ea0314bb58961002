// Makes workers of scripts that may lie on another site than the page, as those of an embedded element do.
import { ownScript } from "../trusted";

/** How long a worker may take to read the script that imports its own, in milliseconds. */
const READ_MS = 60_000;

/** A worker of a module script, one of the site's that this script is from. */
export function moduleWorker(url: string): Worker {
  const { href, origin } = new URL(url, import.meta.url);
  if (origin === self.origin) return new Worker(ownScript(href), { type: "module" });
  // A browser makes no worker of another site's script. It makes one of a script of the page's own, which
  // may import from anywhere.
  const own = ownScript(href, (address) =>
    URL.createObjectURL(
      new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" }),
    ),
  );
  setTimeout(() => URL.revokeObjectURL(own.toString()), READ_MS);
  return new Worker(own, { type: "module" });
}
