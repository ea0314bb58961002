// The workspace as a file.
import type { App } from "../../state/app";
import { saveFile } from "../../state/files";

/** Saves what was run, with what went wrong. */
export function saveReproducer(app: App): void {
  saveFile("passcope.json", app.reproducer(), "application/json");
}
