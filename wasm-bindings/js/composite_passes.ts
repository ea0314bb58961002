// Passes for other code generators: those that take patterns and functions.

import { askingPass } from "./asking_passes.js";
import { describe } from "./describe.js";
import { host, raw } from "./engine.js";
import { usageError } from "./errors.js";
import type { AnyExpr, Call } from "./expr.js";
import { DFPattern, checkTarget } from "./dataflow_pattern.js";
import type { AnnotateTargetOptions as TableOptions } from "./generated/passes.js";
import { callableGiven, listGiven, optionsGiven, tableGiven, textGiven } from "./given.js";
import type { PassTarget } from "./host.js";
import { Pass, createPass } from "./pass.js";
import { say } from "./messages.js";
import { setOwn } from "./own.js";

/**
 * A part of a program that an accelerator runs in one piece: name, pattern, and optionally a check of each match. The
 * name is that of the composite function. It begins with the compiler's name ("accel.conv_relu").
 */
export type PatternTableEntry =
  | readonly [name: string, pattern: DFPattern]
  | readonly [name: string, pattern: DFPattern, check: (match: AnyExpr) => boolean];

/**
 * Moves the matches of an accelerator's patterns into composite functions. The pass tries the patterns in order, so
 * larger ones must come first. Opt level 0.
 *
 * @param table entries with patterns, or chains of operators by name. In a chain, each call is the first argument of
 * the next one, and `?` marks optional operators: `{"accel.conv_relu": ["nn.conv2d", "nn.bias_add?", "nn.relu"]}`.
 */
export function MergeComposite(
  table: readonly PatternTableEntry[] | Readonly<Record<string, readonly string[]>>,
): Pass {
  if (!Array.isArray(table)) {
    const patternTable = tableGiven("MergeComposite", "the table of patterns", table);
    return createPass("MergeComposite", { patternTable });
  }
  return host.lend((lender) => {
    const entries = (table as readonly PatternTableEntry[]).map((entry, index) => {
      const [name, pattern, check] = listGiven("MergeComposite", "an entry", entry) as typeof entry;
      if (typeof name !== "string" || !(pattern instanceof DFPattern)) {
        throw usageError(
          say(
            "kPatternTableEntryMalformed",
            "entry {index} of a pattern table must be a name and a pattern, not {value}",
            {
              index,
              value: describe(typeof name === "string" ? pattern : name),
            },
          ),
        );
      }
      if (!check) return { name, pattern: pattern.handle };
      callableGiven("MergeComposite", "the check of a pattern", check);
      return { name, pattern: pattern.handle, check: lender.pass(checkTarget(check)) };
    });
    return new Pass(raw().makeMergeComposite(JSON.stringify(entries)));
  });
}

/** Whether a compiler takes a call of an operator: a boolean for all calls, or a function of a typed call. */
export type Support = boolean | ((call: Call) => boolean);

export interface AnnotateTargetOptions extends Omit<TableOptions, "supported"> {
  /** For each compiler, the operators that it takes. */
  supported?: Readonly<Record<string, readonly string[] | Readonly<Record<string, Support>>>>;
}

/**
 * Marks the calls that other compilers take with `annotation.compiler_begin` and `annotation.compiler_end`. A composite
 * function goes to the compiler whose name is the beginning of the function's name. Opt level 0.
 *
 * @param targets the compilers. If several take a call, the first one gets it.
 */
export function AnnotateTarget(
  targets: string | readonly string[],
  options: AnnotateTargetOptions = {},
): Pass {
  const { supported = {}, ...rest } = optionsGiven("AnnotateTarget", options, {
    supported: "any",
    includeNonCallOps: "any",
  });
  const compilers = typeof targets === "string" ? [targets] : targets;
  for (const target of listGiven("AnnotateTarget", "targets", compilers)) {
    textGiven("AnnotateTarget", "a target", target);
  }
  const listed: Record<string, string[]> = {};
  const questions = new Map<string, PassTarget>();
  for (const [target, ops] of Object.entries(
    tableGiven("AnnotateTarget", "supported", supported),
  )) {
    const always: string[] = [];
    setOwn(listed, target, always);
    if (Array.isArray(ops)) {
      for (const op of ops as readonly string[]) always.push(op);
      continue;
    }
    for (const [op, support] of Object.entries(
      tableGiven("AnnotateTarget", target, ops as Readonly<Record<string, Support>>),
    )) {
      if (support === true) {
        always.push(op);
      } else if (typeof support === "function") {
        const check = checkTarget((call) => support(call as Call));
        questions.set(`${target}/${op}`, check);
      } else if (support !== false) {
        throw usageError(
          say(
            "kAnnotateTargetAnswerInvalid",
            "AnnotateTarget: '{operator}' of target '{target}' must be true, false or a function, not {value}",
            {
              target,
              operator: op,
              value: describe(support),
            },
          ),
        );
      }
    }
  }
  const told = {
    ...rest,
    targets: compilers,
    supported: listed,
  };
  return askingPass("AnnotateTarget", told, questions);
}
