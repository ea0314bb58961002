// Opening a model of another framework: its file is described, what it leaves open is asked for, and the program that it
// becomes takes the place of the one at hand.
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

/** How far reading or converting a file is. */
export interface ImportProgress {
  readonly phase: "read" | "convert";
  readonly done: number;
}

export type ImportState =
  | { readonly kind: "none" }
  /** A file is being read, to see what it holds. */
  | { readonly kind: "describing"; readonly file: File; readonly progress: ImportProgress }
  /** It is asked how to import it. */
  | {
      readonly kind: "described";
      readonly file: File;
      readonly description: ImportDescription;
      /** Files of external data that were given, by the paths that the model names. */
      readonly external: Readonly<Record<string, File>>;
      /** Whether the file will be there on the next visit. */
      readonly kept: boolean;
      /** What came of the last attempt. */
      readonly failure?: Failure | undefined;
      /** While it is being imported. */
      readonly progress?: ImportProgress | undefined;
    }
  /** It could not be read. */
  | { readonly kind: "failed"; readonly file: File; readonly failure: Failure };

export const NO_IMPORT: ImportState = { kind: "none" };

/** How a file is to be imported; what identifies it is added. */
export type ImportChoice = Pick<ImportSource, "inputs" | "freezeParams" | "parserFriendlyNames">;

/** An engine that does not answer so many milliseconds after Stop, in the midst of converting, is replaced. */
const PATIENCE_MS = 500;

export class Importing {
  #latest = 0;

  /**
   * @param engine the page's own.
   * @param opened told of each program that was imported.
   */
  constructor(
    private readonly store: Store<AppState>,
    private readonly files: ModelFileStore,
    private readonly engine: EngineClient,
    private readonly failureOf: (error: unknown) => Failure,
    private readonly opened: (source: ImportSource) => void,
  ) {}

  /** Reads what files hold: a model's, and its external data if there are others. */
  async open(files: readonly File[]): Promise<void> {
    const { importing } = this.store.state;
    const model = files.find(({ name }) => isModelFile(name));
    // To what is being looked at comes the external data that it names.
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
      if (found) external[path] = found;
    }
    const kept = ModelFileStore.isKept({ model: importing.file, external });
    this.#set({ ...importing, external, kept });
  }

  /** Imports the file that is being looked at. */
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
      // The dialog closes after this, so that a reload then finds the file.
      await this.files.keep(source);
      if (!still()) return;
      this.#set(NO_IMPORT);
      this.opened(source);
    } catch (error) {
      if (!still()) return;
      const failure = error instanceof Stopped ? undefined : this.failureOf(error);
      this.#set({ ...described, progress: undefined, failure });
    }
  }

  /** Ends what is under way: back to the questions from an import, and to nothing from reading a file. */
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

  /** Puts the dialog away. */
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

/** Whether a file is a model of another framework, by its name. */
export const isModelFile = (name: string): boolean =>
  /\.(?:onnx|pt|pth|ptl|torchscript)$/i.test(name);
