// The operators that each pass adds and removes.
import type { Feature } from "../../core/feature";

export default {
  tabs: [
    {
      name: "ops",
      label: { en: "Operators", zh: "算子" },
      load: () => import("./ops-table"),
      element: "pc-ops",
      ofPass: true,
    },
  ],
} satisfies Feature;
