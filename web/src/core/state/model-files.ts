// The files of imported models: in memory while the page is open, and in IndexedDB for the next visit. Their key is a
// fingerprint, which the program's source contains.
import { createStore, del, entries, get, set, type UseStore } from "idb-keyval";
import type { ImportSource, ModelFiles, ProgramSource } from "../protocol/messages";
import { own, setOwn } from "../../i18n/own";

/** The most bytes of files that are kept for the next visit. */
export const KEPT_BYTES = 256 * 1024 * 1024;

interface Kept {
  readonly file: Blob;
  readonly name: string;
  /** The time of the last use, in milliseconds since 1970. */
  readonly used: number;
}

/**
 * The bytes at each end of a file that the fingerprint covers. Formats have their signatures, names and tables there.
 */
const SAMPLE = 64 * 1024;

/**
 * Tells files apart: FNV-1a (64 bits) of the size and of the first and the last 64 KiB, as 16 hexadecimal digits. It
 * guards against mistakes, not against deliberate collisions.
 */
export async function fingerprint(file: Blob): Promise<string> {
  const ends = [file.slice(0, SAMPLE), file.slice(Math.max(SAMPLE, file.size - SAMPLE))];
  const parts = await Promise.all(
    ends.map(async (part) => new Uint8Array(await part.arrayBuffer())),
  );
  let hash = 0xcbf29ce484222325n;
  const mix = (byte: number): void => {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  };
  for (const digit of String(file.size)) mix(digit.charCodeAt(0));
  for (const part of parts) part.forEach(mix);
  return hash.toString(16).padStart(16, "0");
}

/**
 * The fingerprints of all files that a source needs, by the paths of external data; the path "" is the model itself.
 */
const needsOf = ({ fingerprint: own, external }: ImportSource): ReadonlyMap<string, string> =>
  new Map([["", own], ...external.map((each) => [each.path, each.fingerprint] as const)]);

export class ModelFileStore {
  readonly #files = new Map<string, Blob>();
  #store: UseStore | undefined;

  /** The files of a source from memory; undefined if one is missing or the source needs none. */
  of(source: ProgramSource): ModelFiles | undefined {
    if (source.kind !== "import") return undefined;
    const external: Record<string, Blob> = {};
    for (const [path, print] of needsOf(source)) {
      const file = this.#files.get(print);
      if (!file) return undefined;
      if (path !== "") setOwn(external, path, file);
    }
    const model = this.#files.get(source.fingerprint);
    return model && { model, external };
  }

  /** Loads missing files of a source from the browser's store. Returns whether all files are in memory now. */
  async find(source: ProgramSource): Promise<boolean> {
    if (source.kind !== "import") return true;
    for (const print of needsOf(source).values()) {
      if (this.#files.has(print)) continue;
      try {
        const kept = await get<Kept>(print, this.#kept());
        if (kept?.file instanceof Blob) this.#files.set(print, kept.file);
      } catch {
        // A private window may not have a store.
      }
    }
    return this.of(source) !== undefined;
  }

  add(print: string, file: Blob): void {
    this.#files.set(print, file);
  }

  /** Whether a model with its external data is small enough to keep for the next visit. */
  static isKept(files: ModelFiles): boolean {
    return sizeOf(files) <= KEPT_BYTES;
  }

  /**
   * Keeps the files of a source for the next visit. If space is short, the files that were used longest ago are
   * dropped. Returns "noRoom" if the browser refuses them although they are small enough.
   */
  async keep(source: ImportSource): Promise<"kept" | "tooLarge" | "noRoom"> {
    const files = this.of(source);
    if (!files || !ModelFileStore.isKept(files)) return "tooLarge";
    try {
      const store = this.#kept();
      const needs = new Set(needsOf(source).values());
      const others = (await entries<string, Kept>(store)).filter(([print]) => !needs.has(print));
      others.sort(([, a], [, b]) => b.used - a.used);
      let room = KEPT_BYTES - sizeOf(files);
      for (const [print, { file }] of others) {
        room -= file.size;
        if (room < 0) await del(print, store);
      }
      for (const [path, print] of needsOf(source)) {
        const file = path === "" ? files.model : own(files.external, path);
        if (file) await set(print, { file, name: source.name, used: Date.now() }, store);
      }
      return "kept";
    } catch {
      // Without a store or free space, the file lasts as long as the page.
      return "noRoom";
    }
  }

  #kept(): UseStore {
    this.#store ??= createStore("passcope-files", "files");
    return this.#store;
  }
}

const sizeOf = ({ model, external }: ModelFiles): number =>
  Object.values(external).reduce((bytes, file) => bytes + file.size, model.size);
