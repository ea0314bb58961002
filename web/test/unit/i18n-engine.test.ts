// Each sentence of the engine's tables has a Chinese translation. None is missing, none belongs to an old sentence, and
// each is in the first table that needs it.
import * as passcope from "passcope";
import { describe, expect, it } from "vitest";
import { operatorArguments, operatorAttributes } from "../../src/i18n/zh/engine/arguments";
import { config } from "../../src/i18n/zh/engine/config";
import { instruments } from "../../src/i18n/zh/engine/instruments";
import { models } from "../../src/i18n/zh/engine/models";
import { operators } from "../../src/i18n/zh/engine/operators";
import { ops } from "../../src/i18n/zh/engine/ops";
import { remarkKinds } from "../../src/i18n/zh/engine/remarks";
import { passes } from "../../src/i18n/zh/engine/passes";
import { setup } from "../../src/i18n/zh/engine/setup";
import type { Sentences } from "../../src/i18n/sentences";
import { englishIn, punctuationIn } from "./chinese";

interface Row {
  readonly summary: string;
  readonly options: readonly { readonly doc: string }[];
}
const said = ({ summary, options }: Row): string[] => [summary, ...options.map(({ doc }) => doc)];

const relayOps = passcope.engine.ops();

/** The tables that are loaded together: the engine's sentences beside their translations. */
const groups: readonly (readonly [string, Sentences, readonly [string, string[], Sentences][]])[] =
  [
    [
      "what a pipeline is made of",
      setup,
      [
        ["passes", passcope.engine.passes().flatMap(said), passes],
        ["instruments", passcope.engine.instruments().flatMap(said), instruments],
        ["models", passcope.engine.models().flatMap(said), models],
        ["config keys", passcope.engine.configKeys().map(({ doc }) => doc), config],
      ],
    ],
    [
      "kinds of remarks",
      remarkKinds,
      [["remarks", passcope.engine.remarkKinds().map(({ doc }) => doc), remarkKinds]],
    ],
    [
      "operators",
      ops,
      [
        ["operators", relayOps.map(({ doc }) => doc), operators],
        [
          "their arguments",
          relayOps.flatMap(({ args }) => args.map(({ doc }) => doc)),
          operatorArguments,
        ],
        [
          "their attributes",
          relayOps.flatMap(({ attrs }) => attrs.map(({ doc }) => doc)),
          operatorAttributes,
        ],
      ],
    ],
  ];

describe.each(groups)("%s", (_group, all, tables) => {
  it("have each sentence translated once, and no other", () => {
    const before = new Set<string>();
    for (const [name, english, chinese] of tables) {
      const own = new Set(english.filter((sentence) => !before.has(sentence)));
      expect(
        [...own].filter((sentence) => !Object.hasOwn(chinese, sentence)),
        name,
      ).toEqual([]);
      expect(
        Object.keys(chinese).filter((sentence) => !own.has(sentence)),
        name,
      ).toEqual([]);
      for (const sentence of own) before.add(sentence);
    }
    expect(Object.keys(all).sort()).toEqual([...before].sort());
    expect(before.size).toBeGreaterThan(40);
  });

  it("are Chinese, but for names, and end as sentences do", () => {
    for (const [english, chinese] of Object.entries(all)) {
      expect(chinese, english).toMatch(/\p{Script=Han}|^1 \//u);
      expect(chinese.endsWith("。"), english).toBe(english.endsWith("."));
      expect(punctuationIn(chinese), english).toEqual([]);
      expect(englishIn(chinese, english), english).toEqual([]);
    }
  });
});
