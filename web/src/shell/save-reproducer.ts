// The workspace as a file.
import type { App } from "./app";
import { saveFile } from "../ui/download";

/** Saves what was run, with what went wrong. */
export function saveReproducer(app: App): void {
  saveFile("passcope.json", app.reproducer(), "application/json");
}
