// The problems of what is written on the page that only the engine could find.
import type { EngineInfo, ProgramSource } from "../core/protocol/messages";
import type { AppState } from "../core/state/app-state";
import type { Problem } from "./settings";

/** What only the engine could tell of what is written on the page. */
export function foundBy({ mistake, info, source }: AppState): readonly Problem[] {
  return [
    ...(mistake ? [{ key: "wrongList" as const, mistake }] : []),
    ...(info ? unknownIn(source, info.models) : []),
  ];
}

/** What the engine does not know of a program. */
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
