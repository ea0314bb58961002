// Imports a model of another framework. The engine describes the file, the dialog asks for the details that the file
// leaves open, and the imported program replaces the current one.
import { EngineFailure, Stopped, type EngineClient } from "../../core/protocol/client";
import type {
  Failure,
  ImportDescription,
  ImportSource,
  ModelFiles,
  RunProgress,
} from "../../core/protocol/messages";
import type { AppState } from "../../core/state/app-state";
import { fingerprint, ModelFileStore } from "../../core/state/model-files";
import type { Store } from "../../core/state/store";
import { setOwn } from "../../i18n/own";
import { t } from "./texts";

/** The progress of reading or converting a file. */
export interface ImportProgress {
  readonly phase: "read" | "convert";
  readonly done: number;
}

export type ImportState =
  | { readonly kind: "none" }
  /** The engine reads the file to describe it. */
  | { readonly kind: "describing"; readonly file: File; readonly progress: ImportProgress }
  /** The dialog asks how to import the file. */
  | {
      readonly kind: "described";
      readonly file: File;
      readonly description: ImportDescription;
      /** The given files with external data, by the paths that the model names. */
      readonly external: Readonly<Record<string, File>>;
      /** True if the browser will still have the file on the next visit. */
      readonly kept: boolean;
      /** The failure of the last attempt. */
      readonly failure?: Failure | undefined;
      /** Set while the import runs. */
      readonly progress?: ImportProgress | undefined;
    }
  /** The file could not be read. */
  | { readonly kind: "failed"; readonly file: File; readonly failure: Failure };

export const NO_IMPORT: ImportState = { kind: "none" };

/** The form's part of an import source. The file's identity is added later. */
export type ImportChoice = Pick<ImportSource, "inputs" | "freezeParams" | "parserFriendlyNames">;

/** How long after Stop, in milliseconds, the page waits for a converting engine before it replaces it. */
const PATIENCE_MS = 500;

export class Importing {
  #latest = 0;

  /**
   * @param engine the page's own engine.
   * @param opened is called with each imported program.
   */
  constructor(
    private readonly store: Store<AppState>,
    private readonly files: ModelFileStore,
    private readonly engine: EngineClient,
    private readonly failureOf: (error: unknown) => Failure,
    private readonly opened: (source: ImportSource) => void,
    /** Reports an event besides the import. */
    private readonly report: (name: string, words: string) => void,
  ) {}

  /** Describes a model's file. The other files are its external data. */
  async open(files: readonly File[]): Promise<void> {
    const { importing } = this.store.state;
    const model = files.find(({ name }) => isModelFile(name));
    // Without a model, the files are external data for the model in the dialog.
    if (!model && importing.kind === "described") {
      this.#addExternal(files);
      return;
    }
    const [file = model] = model ? [model] : files;
    if (!file) return;
    const mine = ++this.#latest;
    const progress = { phase: "read", done: 0 } as const;
    this.#set({ kind: "describing", file, progress });
    try {
      const description = await this.engine.send("describe", { file }, (told) => {
        const now = progressOf(told);
        if (now && mine === this.#latest) this.#set({ kind: "describing", file, progress: now });
      });
      if (mine !== this.#latest) return;
      const kept = ModelFileStore.isKept({ model: file, external: {} });
      this.#set({ kind: "described", file, description, external: {}, kept });
      this.#addExternal(files.filter((each) => each !== file));
    } catch (error) {
      if (mine !== this.#latest || error instanceof Stopped) return;
      this.#set({ kind: "failed", file, failure: this.failureOf(error) });
    }
  }

  #addExternal(files: readonly File[]): void {
    const { importing } = this.store.state;
    if (importing.kind !== "described") return;
    const external = { ...importing.external };
    for (const path of importing.description.externalData) {
      const name = path.split("/").pop();
      const found = files.find((file) => file.name === name);
      if (found) setOwn(external, path, found);
    }
    const kept = ModelFileStore.isKept({ model: importing.file, external });
    this.#set({ ...importing, external, kept });
  }

  /** Imports the file that the dialog shows. */
  async import(choice: ImportChoice): Promise<void> {
    const asked = this.store.state.importing;
    if (asked.kind !== "described" || asked.progress) return;
    const mine = ++this.#latest;
    const { file, description, external } = asked;
    const still = (): boolean => mine === this.#latest;
    const described = { ...asked, failure: undefined };
    this.#set({ ...described, progress: { phase: "read", done: 0 } });
    try {
      const named = await Promise.all(
        Object.entries(external).map(async ([path, data]) => {
          const print = await fingerprint(data);
          this.files.add(print, data);
          return { path, size: data.size, fingerprint: print };
        }),
      );
      const print = await fingerprint(file);
      this.files.add(print, file);
      const source: ImportSource = {
        kind: "import",
        name: file.name,
        size: file.size,
        fingerprint: print,
        format: description.format,
        ...choice,
        external: named,
      };
      const files: ModelFiles = { model: file, external };
      if (!still()) return;
      await this.engine.send("load", { source, files }, (told) => {
        const progress = progressOf(told);
        if (progress && still()) this.#set({ ...described, progress });
      });
      if (!still()) return;
      // The file is kept before the dialog closes, so a reload then finds it.
      const kept = await this.files.keep(source);
      if (!still()) return;
      this.#set(NO_IMPORT);
      this.opened(source);
      if (kept === "noRoom") {
        this.report(t("import.noRoom"), t("import.noRoomWords", { name: file.name }));
      }
    } catch (error) {
      if (!still()) return;
      const failure = error instanceof Stopped ? undefined : this.failureOf(error);
      this.#set({ ...described, progress: undefined, failure });
    }
  }

  /** Stops the current work. From an import, the dialog returns to the form. From reading, it closes. */
  async stop(): Promise<void> {
    const { importing } = this.store.state;
    const busy =
      importing.kind === "describing" || (importing.kind === "described" && importing.progress);
    if (!busy) return;
    this.#latest += 1;
    this.#set(
      importing.kind === "described"
        ? { ...importing, progress: undefined, failure: undefined }
        : NO_IMPORT,
    );
    let late: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<"late">((resolve) => {
      late = setTimeout(() => resolve("late"), PATIENCE_MS);
    });
    const halted = this.engine.send("halt", {}).then(
      () => "halted" as const,
      (error: unknown) =>
        error instanceof EngineFailure ? ("late" as const) : ("halted" as const),
    );
    if ((await Promise.race([halted, tooLate])) === "late") this.engine.stop();
    clearTimeout(late);
  }

  /** Closes the dialog. */
  close(): void {
    void this.stop();
    this.#latest += 1;
    this.#set(NO_IMPORT);
  }

  #set(importing: ImportState): void {
    this.store.update({ importing });
  }
}

const progressOf = (told: RunProgress): ImportProgress | undefined =>
  told.kind === "importing" ? { phase: told.phase, done: told.done } : undefined;

/** True if the name of a file is that of a model of another framework. */
export const isModelFile = (name: string): boolean =>
  /\.(?:onnx|pt|pth|ptl|torchscript)$/i.test(name);
