// The tables of messages in Chinese: every message of the engine, of the package and of the page's code has a translation
// with the same places, and every translation has a message. This test does not need the built package.
import { describe, expect, it } from "vitest";
import { messagePatterns, namesOf } from "../../../scripts/lib/messages.mjs";
import { messages, tables } from "../../src/i18n/zh/engine/messages";
import { englishIn, punctuationIn } from "./chinese";

const patterns = messagePatterns();

describe("the Chinese patterns", () => {
  it("have the identities of the sources, each once", () => {
    const identities = patterns.map(({ identity }) => identity);
    const missing = patterns.filter(({ identity }) => !Object.hasOwn(messages, identity));
    expect(missing.map(({ identity, places }) => `${identity} (${places[0] ?? ""})`)).toEqual([]);
    const known = new Set(identities);
    expect(Object.keys(messages).filter((identity) => !known.has(identity))).toEqual([]);
    const rows = tables.flatMap((table) => Object.keys(table));
    expect(rows.filter((identity, i) => rows.indexOf(identity) !== i)).toEqual([]);
  });

  it("have the places of the English ones", () => {
    const wrong = patterns.filter(
      ({ identity, names }) =>
        namesOf(messages[identity] ?? "")
          .sort()
          .join() !== [...names].sort().join(),
    );
    expect(wrong.map(({ identity }) => identity)).toEqual([]);
  });

  it("are Chinese, except for names and code", () => {
    const wrong = patterns.flatMap(({ identity, pattern }) => {
      const chinese = messages[identity] ?? "";
      const words = chinese.replace(/\{\w+\}/g, "");
      const found = [...punctuationIn(chinese), ...englishIn(words, pattern)];
      return found.length > 0 ? [{ identity, found }] : [];
    });
    expect(wrong).toEqual([]);
  });
});
