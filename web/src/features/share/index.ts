// Writes and opens links, files and reports of the workspace.
import type { Feature } from "../../core/feature";
import { Workspaces } from "./workspaces";

declare module "../../core/app/app" {
  interface Controllers {
    readonly workspaces: Workspaces;
  }
}

export default {
  controllers: (app) => ({ workspaces: new Workspaces(app) }),
} satisfies Feature;
