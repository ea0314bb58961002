// Runs the cells of a page and describes their outcomes. It gets the package and a way to print, so it runs in the
// sandbox's worker, in Node during the build, and in tests.
import type { CellFiles, CellOutcome } from "../../../core/protocol/notebook";
import { codePlaceOf } from "../../session/code-place";
import type { Namespace } from "../../session/package-parts";
import { describeFailure } from "../../session/failure";
import { Notebook, type Cell, type Modules } from "./notebook";
import { describeValue } from "./value";

export class CellHost {
  readonly #notebook: Notebook;

  constructor(
    private readonly passcope: Namespace,
    private readonly textOf: (value: object) => string | undefined,
    modules?: Modules,
  ) {
    this.#notebook = new Notebook(passcope, modules);
  }

  /** Adds files, which the cells read as files["name"]. */
  give(files: CellFiles): void {
    this.#notebook.give(files);
  }

  async run(cell: Cell): Promise<CellOutcome> {
    try {
      const value = describeValue(await this.#notebook.run(cell), this.passcope, this.textOf);
      return value ? { value } : {};
    } catch (error) {
      const failure = describeFailure(error);
      const thrown = this.#notebook.placeOf(error);
      const elsewhere = thrown && thrown.cell !== cell.name && codePlaceOf(error) !== undefined;
      return elsewhere ? { failure, thrownIn: thrown } : { failure };
    }
  }
}
