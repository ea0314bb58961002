// Builds links from documents.
import { deflateRawSync } from "node:zlib";

/** The fragment of a link with this document. */
export const linkOf = (document: unknown): string =>
  `#v1.${deflateRawSync(typeof document === "string" ? document : JSON.stringify(document)).toString("base64url")}`;
