// Random documents, the same in each run. `npm run fuzz -- --target documents` tries any number of them.
import { expect, it } from "vitest";
import { checkDocument } from "../fuzz/documents";

const number = (name: string, standard: number): number => Number(process.env[name] ?? standard);
const count = number("PASSCOPE_DOCUMENTS", 3000);
const first = number("PASSCOPE_DOCUMENTS_FROM", 0);

it(
  "whatever a document, a link or options say is taken over as it stands or refused in words",
  async () => {
    const findings: string[] = [];
    for (let seed = first; seed < first + count && findings.length < 10; ++seed) {
      try {
        await checkDocument(seed);
      } catch (error) {
        findings.push(
          `seed ${seed}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
      }
    }
    expect(findings).toEqual([]);
  },
  Math.max(60_000, 100 * count),
);
