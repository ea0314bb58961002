// The interface that the parts of the pipeline's editor share.
import type { Pipeline } from "../../core/pipeline/model";
import type { App } from "../../core/app/app";
import type { AppState } from "../../core/state/app-state";

export interface Editing {
  readonly app: App;
  /** The state as the editor watches it. */
  readonly state: AppState;
  /** Ids of the passes whose options the user opened, and of the stages whose contexts the user opened. */
  readonly opened: ReadonlySet<string>;
  /** Replaces the pipeline and announces the change to screen readers. */
  change(pipeline: Pipeline, announcement?: string): void;
  /** The same for a removal, which a visible notice announces with an offer of Undo. */
  takeAway(pipeline: Pipeline, announcement: string): void;
  /** Opens or closes the options of a pass or the context of a stage. */
  toggle(id: string): void;
  /** Focuses the element that the selector finds after the next rendering. The first call counts. */
  focusNext(selector: string): void;
}
