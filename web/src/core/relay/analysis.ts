// The engine's analysis of a text, and queries: the name at a place, its definition and uses, the type there. Offsets
// are in the analysed text.

import type { Diagnostic, Analysis as PackageAnalysis, SourceSpan } from "passcope";

/** The fields of the package's diagnostics that the page uses. */
export interface TextDiagnostic extends Pick<
  Diagnostic,
  "kind" | "severity" | "message" | "pattern" | "arguments" | "notes" | "noteMessages"
> {
  readonly span?: Pick<SourceSpan, "line" | "column" | "start" | "end">;
}

/** The result of the package's `relay.analyse`. */
export interface Analysis extends Omit<PackageAnalysis, "diagnostics"> {
  readonly diagnostics: readonly TextDiagnostic[];
}

export interface Mention {
  readonly from: number;
  readonly to: number;
  /** Equal for all mentions of the same variable, function or type. */
  readonly name: number;
  /** For a definition, the end of its scope; -1 for a use. */
  readonly scopeEnd: number;
}

export interface TypedRange {
  readonly from: number;
  readonly to: number;
  readonly type: string;
}

export class TextIndex {
  /** Sorted by place. */
  readonly #mentions: readonly Mention[];

  constructor(readonly analysis: Analysis) {
    const { names } = analysis;
    const mentions: Mention[] = [];
    for (let i = 0; i + 3 < names.length; i += 4) {
      const [from = 0, to = 0, name = 0, scopeEnd = -1] = names.subarray(i, i + 4);
      mentions.push({ from, to, name, scopeEnd });
    }
    // The engine lists graph variables behind their values.
    mentions.sort((a, b) => a.from - b.from);
    this.#mentions = mentions;
  }

  get mentions(): readonly Mention[] {
    return this.#mentions;
  }

  /** The name that contains or touches `offset`. */
  mentionAt(offset: number): Mention | undefined {
    let low = 0;
    let high = this.#mentions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#mentions[middle]?.from ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const found = this.#mentions[low - 1];
    return found && offset <= found.to ? found : undefined;
  }

  mentionsOf(name: number): readonly Mention[] {
    return this.#mentions.filter((mention) => mention.name === name);
  }

  definitionOf(name: number): Mention | undefined {
    return this.#mentions.find((mention) => mention.name === name && mention.scopeEnd >= 0);
  }

  typeOfName(name: number): string | undefined {
    return this.analysis.types[this.analysis.nameTypes[name] ?? -1];
  }

  /** The smallest expression around `offset` whose type is known. */
  expressionAt(offset: number): TypedRange | undefined {
    return this.#smallest((from, to) => from <= offset && offset < to);
  }

  /** The call whose callee begins at `from`. */
  callFrom(from: number, calleeEnd: number): TypedRange | undefined {
    return this.#smallest((begin, end) => begin === from && end > calleeEnd);
  }

  #smallest(fits: (from: number, to: number) => boolean): TypedRange | undefined {
    const { spans, types } = this.analysis;
    let best: TypedRange | undefined;
    for (let i = 0; i + 2 < spans.length; i += 3) {
      const from = spans[i] ?? 0;
      const to = spans[i + 1] ?? 0;
      if (!fits(from, to) || (best && best.to - best.from <= to - from)) continue;
      best = { from, to, type: types[spans[i + 2] ?? -1] ?? "" };
    }
    return best;
  }

  /** The definitions in scope at `offset`, by `nameOf`. For equal names the innermost definition wins. */
  scopeAt(offset: number, nameOf: (mention: Mention) => string): Map<string, Mention> {
    const scope = new Map<string, Mention>();
    for (const mention of this.#mentions) {
      if (mention.scopeEnd < 0) continue;
      const name = nameOf(mention);
      // Functions and types can be used before they are defined.
      const everywhere = !name.startsWith("%");
      if (everywhere || (mention.to <= offset && offset <= mention.scopeEnd)) {
        scope.set(name, mention);
      }
    }
    return scope;
  }
}

/** The replacements that a diagnostic's "did you mean …?" offers. */
export function suggestions(diagnostic: TextDiagnostic): string[] {
  const note = diagnostic.notes.find((text) => text.startsWith("did you mean "));
  return note ? [...note.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "") : [];
}
