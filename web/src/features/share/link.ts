// Encodes the workspace and its view as the fragment of an address. The fragment has a version, then JSON, deflated
// (RFC 1951), in base64url (RFC 4648). Browsers do not send fragments to servers. Anybody can make a link, so the
// reader takes over only what it checks.
import { t } from "../../core/texts";
import { READINGS, type Reading } from "../../core/relay/reading-kind";
import { MAX_SWEEP, sweepOptionOf } from "../../core/pipeline/variants";
import { seedOf, type InputChoice } from "../../core/protocol/input-choice";
import type { Workspace } from "../../core/state/app-state";
import { REMARK_TYPES, type RemarkFilter } from "../../core/trace/remark-filter";
import { NotAReproducer, readWorkspace, workspaceDocument } from "../../core/state/reproducer";
import { DETAIL_TABS, TIMING_TABS, type DetailTab, type TimingTab } from "../../core/state/tabs";
import { own } from "../../i18n/own";

/** A row of the trace. The name confirms that the index still means the same row. */
export interface SharedRow {
  readonly row: number;
  readonly name: string;
}

export interface SharedPin extends SharedRow {
  readonly side: "before" | "after";
}

/** The view of a workspace. All fields are optional. */
export interface SharedView {
  readonly detailTab?: DetailTab;
  readonly timingTab?: TimingTab;
  readonly selected?: SharedRow;
  readonly pins?: { readonly a?: SharedPin; readonly b?: SharedPin };
  readonly hideUnchanged?: boolean;
  readonly search?: string;
  readonly inlineDiff?: boolean;
  readonly reading?: Reading;
  /** The model's inputs. A link cannot contain a file. */
  readonly inputs?: Exclude<InputChoice, { kind: "file" }>;
  /** The filter of the remarks. `pass` is its row. */
  readonly remarks?: Partial<Omit<RemarkFilter, "row">> & { readonly pass?: SharedRow };
  /** The settings of the comparison: the key of the sweep's option, the typed values, and whether the results run. */
  readonly compare?: {
    readonly option?: string;
    readonly values?: string;
    readonly run?: boolean;
  };
  readonly language?: string;
}

export interface Shared {
  readonly workspace: Workspace;
  readonly view: SharedView;
}

/** An error in a link. The message is for the user. */
export class NotALink extends Error {
  override readonly name = "Not a link of Passcope";
}

const PREFIX = "v1.";
/** The greatest number of characters of a fragment. Browsers accept addresses of about 2 million characters. */
export const MAX_LINK = 1_000_000;
/** The greatest size of the JSON text in bytes. A small link can inflate to a thousand times its size. */
const MAX_JSON = 32 * 1024 * 1024;
const MAX_NAME = 200;

/** The fragment of a view, without `#`. Equal views have equal fragments. */
export async function encodeFragment({ workspace, view }: Shared): Promise<string> {
  const json = JSON.stringify({ ...workspaceDocument(workspace), view });
  const deflated = await piped(
    new TextEncoder().encode(json),
    new CompressionStream("deflate-raw"),
  );
  return PREFIX + toBase64Url(deflated);
}

/** True if an address's fragment, with or without `#`, has the form of a link. */
export function isFragment(hash: string): boolean {
  return /^#?v\d+\./.test(hash);
}

/** Decodes a fragment, with or without `#`. Throws NotALink. */
export async function decodeFragment(hash: string): Promise<Shared> {
  const text = hash.startsWith("#") ? hash.slice(1) : hash;
  if (!isFragment(text)) throw new NotALink(t("link.none"));
  if (!text.startsWith(PREFIX)) {
    throw new NotALink(t("link.newer"));
  }
  if (text.length > MAX_LINK) throw new NotALink(t("link.tooLong"));
  let document: unknown;
  try {
    const deflated = fromBase64Url(text.slice(PREFIX.length));
    const json = await piped(deflated, new DecompressionStream("deflate-raw"), MAX_JSON);
    document = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
  } catch (error) {
    if (error instanceof NotALink) throw error;
    throw new NotALink(t("link.damaged"));
  }
  try {
    return { workspace: readWorkspace(document), view: readView(document) };
  } catch (error) {
    if (error instanceof NotAReproducer) throw new NotALink(error.message);
    throw error;
  }
}

/** The whole output of a stream. Throws NotALink as soon as the output has more than `limit` bytes. */
async function piped(
  input: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
  limit = Number.POSITIVE_INFINITY,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([input]).stream().pipeThrough(through).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      throw new NotALink(t("link.unfolds"));
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  // In pieces, because the number of arguments of a call is limited.
  for (let i = 0; i < bytes.length; i += 8192) {
    binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  }
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new NotALink(t("link.damaged"));
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

/** The view of a document. Unknown and wrong fields are left out. */
function readView(document: unknown): SharedView {
  const view = field(document, "view");
  const detailTab = DETAIL_TABS.find(({ name }) => name === field(view, "detailTab"))?.name;
  const timingTab = TIMING_TABS.find((name) => name === field(view, "timingTab"));
  const selected = readRow(field(view, "selected"));
  const pins = field(view, "pins");
  const a = readPin(field(pins, "a"));
  const b = readPin(field(pins, "b"));
  const hideUnchanged = field(view, "hideUnchanged");
  const search = field(view, "search");
  const inlineDiff = field(view, "inlineDiff");
  const reading = READINGS.find((one) => one === field(view, "reading"));
  const inputs = readInputs(field(view, "inputs"));
  const remarks = readRemarks(field(view, "remarks"));
  const compare = readCompare(field(view, "compare"));
  const language = field(view, "language");
  return {
    ...(detailTab ? { detailTab } : {}),
    ...(timingTab ? { timingTab } : {}),
    ...(selected ? { selected } : {}),
    ...(a || b ? { pins: { ...(a ? { a } : {}), ...(b ? { b } : {}) } } : {}),
    ...(typeof hideUnchanged === "boolean" ? { hideUnchanged } : {}),
    ...(typeof search === "string" ? { search: search.slice(0, MAX_NAME) } : {}),
    ...(typeof inlineDiff === "boolean" ? { inlineDiff } : {}),
    ...(reading ? { reading } : {}),
    ...(inputs ? { inputs } : {}),
    ...(remarks ? { remarks } : {}),
    ...(compare ? { compare } : {}),
    ...(typeof language === "string" && /^[a-z]{2}$/.test(language) ? { language } : {}),
  };
}

/** An own property of a value, or undefined if it has none with this name. */
function field(of: unknown, name: string): unknown {
  return typeof of === "object" && of !== null && Object.hasOwn(of, name)
    ? own(of as Record<string, unknown>, name)
    : undefined;
}

function readRow(value: unknown): SharedRow | undefined {
  const row = field(value, "row");
  const name = field(value, "name");
  if (typeof row !== "number" || !Number.isSafeInteger(row) || row < 0) return undefined;
  return typeof name === "string" ? { row, name: name.slice(0, MAX_NAME) } : undefined;
}

function readInputs(value: unknown): SharedView["inputs"] {
  const seed = field(value, "seed");
  if (typeof seed === "number") return { kind: "random", seed: seedOf(seed) };
  const constant = field(value, "value");
  return typeof constant === "number" && Number.isFinite(constant)
    ? { kind: "constant", value: constant }
    : undefined;
}

function readRemarks(value: unknown): SharedView["remarks"] {
  const given = field(value, "types");
  const types = REMARK_TYPES.filter((type) => Array.isArray(given) && given.includes(type));
  const pass = readRow(field(value, "pass"));
  const kind = field(value, "kind");
  const text = field(value, "text");
  const remarks = {
    ...(types.length > 0 ? { types } : {}),
    ...(pass ? { pass } : {}),
    ...(typeof kind === "string" && kind !== "" ? { kind: kind.slice(0, MAX_NAME) } : {}),
    ...(typeof text === "string" && text !== "" ? { text: text.slice(0, MAX_NAME) } : {}),
  };
  return Object.keys(remarks).length > 0 ? remarks : undefined;
}

function readCompare(value: unknown): SharedView["compare"] {
  const option = field(value, "option");
  const values = field(value, "values");
  const run = field(value, "run");
  const isOption =
    typeof option === "string" && option.length <= MAX_SWEEP && sweepOptionOf(option) !== undefined;
  const compare = {
    ...(isOption ? { option } : {}),
    ...(typeof values === "string" ? { values: values.slice(0, MAX_SWEEP) } : {}),
    ...(typeof run === "boolean" ? { run } : {}),
  };
  return Object.keys(compare).length > 0 ? compare : undefined;
}

function readPin(value: unknown): SharedPin | undefined {
  const row = readRow(value);
  const side = field(value, "side");
  return row && (side === "before" || side === "after") ? { ...row, side } : undefined;
}
