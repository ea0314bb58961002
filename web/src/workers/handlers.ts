// The handlers of all features.
import type { HandlerTable } from "../engine/session/handler";

export const handlers: HandlerTable = Object.assign(
  {},
  ...Object.values(
    import.meta.glob<HandlerTable>("../features/*/handlers.ts", { eager: true, import: "default" }),
  ),
) as HandlerTable;
