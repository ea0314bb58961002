// Drags a step of the pipeline to another place, in the same list or another one.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Step } from "../../core/pipeline/model";

export class StepDrag implements ReactiveController {
  /** The id of the dragged step; empty if there is none. */
  step = "";
  #target: { listId: string; index: number } | undefined;

  /** @param place moves a step. It takes the step's id, the target list, and the index in that list after the move. */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly place: (stepId: string, listId: string, index: number) => void,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.end();
  }

  start(event: DragEvent, step: Step): void {
    event.stopPropagation();
    this.step = step.id;
    event.dataTransfer?.setData("text/plain", step.name);
    if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
    const row = (event.currentTarget as HTMLElement).closest("li");
    if (row) event.dataTransfer?.setDragImage(row, 12, 12);
    this.host.requestUpdate();
  }

  over(event: DragEvent, listId: string): void {
    if (!this.step) return;
    const list = event.currentTarget as HTMLElement;
    // A Sequential cannot move into itself, so the list around it handles the event.
    if (list.closest(`[data-step="${this.step}"]`)) return;
    event.preventDefault();
    event.stopPropagation();
    const rows = [...list.children].filter((row) => row.classList.contains("step"));
    const index = rows.filter((row) => {
      const box = row.getBoundingClientRect();
      return event.clientY > box.top + box.height / 2;
    }).length;
    if (this.isAt(listId, index)) return;
    this.#target = { listId, index };
    this.host.requestUpdate();
  }

  /** True if the step is over this place. */
  isAt(listId: string, index: number): boolean {
    return this.#target?.listId === listId && this.#target.index === index;
  }

  dropped(event: DragEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const { step } = this;
    const target = this.#target;
    if (!step || !target) return;
    // In the same list, an index after the dragged step counts that step too.
    const list = event.currentTarget as HTMLElement;
    const rows = [...list.children].filter((row) => row.classList.contains("step"));
    const from = rows.findIndex((row) => (row as HTMLElement).dataset["step"] === step);
    const index = from >= 0 && from < target.index ? target.index - 1 : target.index;
    this.end();
    if (from !== index) this.place(step, target.listId, index);
  }

  end(): void {
    this.step = "";
    this.#target = undefined;
    this.host.requestUpdate();
  }
}
