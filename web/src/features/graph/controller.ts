// Requests the dataflow of programs, and selects a node of the graph.
import type { App } from "../../core/app/app";
import type { GraphData } from "../../core/protocol/graph-data";
import type { NodePlace } from "../../core/state/app-state";

export class Graphs {
  constructor(private readonly app: App) {}

  /** The dataflow of a snapshot of the trace, or of the current program if there is no snapshot. */
  of(snapshot?: number, fn?: string): Promise<GraphData> {
    const { store, engines } = this.app;
    const { trace, source } = store.state;
    const of =
      snapshot === undefined
        ? { source, files: engines.files.of(source) }
        : { runId: trace?.runId ?? 0, snapshot };
    const client = snapshot === undefined ? engines.client : engines.traced;
    return client.send("graph", { ...of, ...(fn === undefined ? {} : { fn }) });
  }

  /** Opens the graph tab, selects a node, and shows the text beside it. */
  show(nodePlace: NodePlace): void {
    this.app.store.update({ nodePlace, detailTab: "graph" });
  }
}
