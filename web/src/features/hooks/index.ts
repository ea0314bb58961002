// The hook calls of the instruments.
import type { Feature } from "../../core/feature";

export default {
  tabs: [
    {
      name: "hooks",
      label: { en: "Hooks", zh: "钩子" },
      load: () => import("./hooks-view"),
      element: "pc-hooks",
      ofPass: true,
    },
  ],
} satisfies Feature;
