// The dataflow of a program as a graph, with the changes of a pass.
import type { Feature } from "../../core/feature";
import { Graphs } from "./controller";

declare module "../../core/app/app" {
  interface Controllers {
    readonly graph: Graphs;
  }
}

declare module "../../core/state/app-state" {
  interface AppState {
    /** The node that the graph selects. The graph moves once for each new object. */
    readonly nodePlace: NodePlace | undefined;
  }
}

export default {
  tabs: [
    {
      name: "graph",
      label: { en: "Graph", zh: "计算图" },
      load: () => import("./graph-panel"),
      element: "pc-graph-panel",
      ofPass: true,
    },
  ],
  state: { nodePlace: undefined },
  controllers: (app) => ({ graph: new Graphs(app) }),
} satisfies Feature;
