// The declarations of all requests to engines.
import type { RequestTable } from "../core/protocol/request";
import { sessionRequests } from "../core/protocol/session-requests";

export const requests: RequestTable = Object.assign(
  { ...sessionRequests },
  ...Object.values(
    import.meta.glob<RequestTable>("../features/*/requests.ts", { eager: true, import: "default" }),
  ),
) as RequestTable;
