// Errors of the page or the engine as failures.
import { t } from "../texts";
import { EngineFailure } from "../protocol/client";
import type { Failure, ImportSource } from "../protocol/messages";

/** A file of an imported model is neither in memory nor kept from the last visit. */
export class MissingFile extends Error {
  constructor(source: ImportSource) {
    const names = [source.name, ...source.external.map(({ path }) => path)];
    super(t("import.missing", { names }));
  }
}

export function failureOf(error: unknown): Failure {
  if (error instanceof MissingFile) {
    const name = t("import.missingName");
    return { name, message: error.message, rendered: [], fatal: false };
  }
  if (error instanceof EngineFailure) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return { name: t("engine.error"), message, rendered: [], fatal: false };
}
