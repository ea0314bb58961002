// Reads how many tests passed, and how long each took, out of what each test runner writes.
import path from "node:path";

/**
 * @typedef {{passed: number, failed: number, skipped: number}} Counts
 */

/**
 * Catch2's console report. A test case that failed as expected ([!shouldfail]) has passed.
 *
 * @param {string} output
 * @returns {Counts | undefined} undefined when the report has no closing line
 */
export function catchCounts(output) {
  // Emscripten's terminal emulation makes Catch2 colour its report.
  const colour = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
  const text = output.replace(colour, "");
  const all = /All tests passed \(.* in (\d+) test cases?\)/.exec(text);
  if (all) return { passed: Number(all[1]), failed: 0, skipped: 0 };
  const line = /^test cases:\s*(\d+)(.*)$/m.exec(text);
  if (!line) return undefined;
  const count = (what) => Number(new RegExp(`(\\d+) ${what}\\b`).exec(line[2])?.[1] ?? 0);
  const total = Number(line[1]);
  const failed = count("failed(?! as expected)");
  return { passed: total - failed, failed, skipped: 0 };
}

/** What makes Catch2 run the test of a name: its characters, where they have a meaning, taken as they are. */
export const catchPattern = (name) => name.replace(/[\][,"\\]/g, "\\$&");

/**
 * Vitest's JSON report. A file that could not be loaded has no tests and counts as one failure.
 *
 * @param {object} report
 * @returns {Counts}
 */
export function vitestCounts(report) {
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((t) => t.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * pytest's JUnit report. What could not be loaded is an error, and an error counts as a failure.
 *
 * @param {string} report
 * @returns {Counts | undefined}
 */
export function junitCounts(report) {
  const suite = /<testsuite\b[^>]*>/.exec(report)?.[0];
  if (!suite) return undefined;
  const count = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
  const failed = count("failures") + count("errors");
  const skipped = count("skipped");
  return { passed: count("tests") - failed - skipped, failed, skipped };
}

/**
 * Playwright's JSON report. A test that did not pass at once has failed; an error outside any test counts as one
 * failure.
 *
 * @param {object} report
 * @returns {Counts}
 */
export function playwrightCounts(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected,
    failed: unexpected + flaky + (report.errors ?? []).length,
    skipped,
  };
}

/**
 * How long each test of a Playwright report took.
 *
 * @param {object} report
 * @returns {{file: string, name: string, ms: number}[]}
 */
export function playwrightTimes(report) {
  const below = ({ suites = [], specs = [] }) => [
    ...specs.map(({ file, title, tests }) => ({
      file,
      name: title,
      ms: sum(tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
    })),
    ...suites.flatMap(below),
  ];
  return below(report);
}

/**
 * How long each test of a Vitest report took.
 *
 * @param {object} report
 * @param {string} folder what its files are named from
 * @returns {{file: string, name: string, ms: number}[]}
 */
export const vitestTimes = (report, folder) =>
  report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      file: path.relative(folder, name),
      name: fullName,
      ms: duration ?? 0,
    })),
  );

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/**
 * The slowest files and the slowest tests, a line each.
 *
 * @param {{file: string, name: string, ms: number}[]} times
 * @param {number} most how many of each
 */
export function slowest(times, most) {
  const files = new Map();
  for (const { file, ms } of times) files.set(file, (files.get(file) ?? 0) + ms);
  const line = ([name, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`;
  const first = (entries) => entries.sort(([, a], [, b]) => b - a).slice(0, most);
  return [
    ...first([...files]).map(line),
    "",
    ...first(times.map(({ file, name, ms }) => [`${file}: ${name}`, ms])).map(line),
  ].join("\n");
}

/**
 * The closing lines of node:test's TAP report.
 *
 * @param {string} output
 * @returns {Counts | undefined}
 */
export function tapCounts(output) {
  const count = (what) => new RegExp(`^# ${what} (\\d+)$`, "m").exec(output)?.[1];
  if (count("pass") === undefined) return undefined;
  return {
    passed: Number(count("pass")),
    failed: Number(count("fail")) + Number(count("cancelled") ?? 0),
    skipped: Number(count("skipped") ?? 0) + Number(count("todo") ?? 0),
  };
}

/** The sum of two counts. */
export const addCounts = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/**
 * Part `index` of `count` of a list. Neighbours, which often take alike long, go to different parts.
 *
 * @template T
 * @param {T[]} list
 * @returns {T[]}
 */
export const shard = (list, index, count) => list.filter((_, i) => i % count === index);

/**
 * A suite's final counts: a runner that failed, or that ran nothing, without counting a failure is itself
 * one failure.
 *
 * @param {Counts | undefined} counts
 * @param {number} code the runner's exit code
 * @returns {Counts}
 */
export function settle(counts, code) {
  const result = counts ?? { passed: 0, failed: 0, skipped: 0 };
  const ranNothing = result.passed + result.failed + result.skipped === 0;
  if (result.failed === 0 && (code !== 0 || ranNothing)) return { ...result, failed: 1 };
  return result;
}

/**
 * The last line of a run.
 *
 * @param {Counts} counts
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
