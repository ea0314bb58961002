// Saves the workspace as a file.
import type { App } from "../core/app/app";
import { saveFile } from "../ui/download";

/** Saves the workspace that ran, with its failure. */
export function saveReproducer(app: App): void {
  saveFile("passcope.json", app.workspaces.reproducer(), "application/json");
}
