// The workspace as a file.
import type { App } from "../core/app/app";
import { saveFile } from "../ui/download";

/** Saves what was run, with what went wrong. */
export function saveReproducer(app: App): void {
  saveFile("passcope.json", app.workspaces.reproducer(), "application/json");
}
