// Links with what they say written out.
import { deflateRawSync } from "node:zlib";

/** The fragment of a link that says this. */
export const linkOf = (document: unknown): string =>
  `#v1.${deflateRawSync(typeof document === "string" ? document : JSON.stringify(document)).toString("base64url")}`;
