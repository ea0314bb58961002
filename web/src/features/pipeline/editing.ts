// What the parts of the pipeline's editor share.
import type { Pipeline } from "../../core/pipeline/model";
import type { App } from "../../core/app/app";
import type { AppState } from "../../core/state/app-state";

export interface Editing {
  readonly app: App;
  /** As the editor, which is rendered, watches it. */
  readonly state: AppState;
  /** Ids of the passes whose options, and of the stages whose contexts, were opened by hand. */
  readonly opened: ReadonlySet<string>;
  /** Puts another pipeline in place of this one, and says to screen readers what was done. */
  change(pipeline: Pipeline, announcement?: string): void;
  /** The same where something is taken away: everybody is told, and it is offered to undo it. */
  takeAway(pipeline: Pipeline, announcement: string): void;
  /** Opens or closes what belongs to a pass or a stage. */
  toggle(id: string): void;
  /** Puts the focus on what the selector finds after the next rendering; the first wish counts. */
  focusNext(selector: string): void;
}
