// Problems in an element's settings that only the engine can find.
import type { EngineInfo, ProgramSource } from "../core/protocol/messages";
import type { AppState } from "../core/state/app-state";
import type { Problem } from "./settings";

/** The problems that the engine has found. */
export function foundBy({ mistake, info, source }: AppState): readonly Problem[] {
  return [
    ...(mistake ? [{ key: "wrongList" as const, mistake }] : []),
    ...(info ? unknownIn(source, info.models) : []),
  ];
}

/** The names in a program that the engine does not know. */
function unknownIn(source: ProgramSource, models: EngineInfo["models"]): readonly Problem[] {
  if (source.kind !== "model") return [];
  const model = models.find(({ name }) => name === source.name);
  if (!model) {
    const known = models.map(({ name }) => name);
    return [{ key: "unknownModel", name: source.name, known }];
  }
  const known = model.options.map(({ name }) => name);
  return Object.keys(source.options)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      key: "unknownOption",
      name: name.replaceAll("_", "-"),
      model: source.name,
      known: known.map((one) => one.replaceAll("_", "-")),
    }));
}
