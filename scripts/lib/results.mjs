// Reads the counts and times of tests from the output of each test runner.
import path from "node:path";

/**
 * @typedef {{passed: number, failed: number, skipped: number}} Counts
 */

/**
 * Reads Catch2's console report. A test case that failed as expected ([!shouldfail]) counts as passed.
 *
 * @param {string} output
 * @returns {Counts | undefined} undefined if the report has no closing line
 */
export function catchCounts(output) {
  // Catch2 colours its report in Emscripten's terminal emulation.
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

/** The argument that makes Catch2 run the test of a name. Special characters are escaped. */
export const catchPattern = (name) => name.replace(/[\][,"\\]/g, "\\$&");

/**
 * Reads Vitest's JSON report. A file that could not be loaded has no tests and counts as one failure.
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
 * Reads pytest's JUnit report. A module that could not be loaded is an error, and an error counts as a failure.
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
 * Reads Playwright's JSON report. A test that did not pass at the first attempt has failed. An error outside any test
 * counts as one failure.
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
 * The time of each test of a Playwright report.
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
 * The time of each test of a Vitest report.
 *
 * @param {object} report
 * @param {string} folder the folder that files are relative to
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
 * The slowest files and the slowest tests, one per line.
 *
 * @param {{file: string, name: string, ms: number}[]} times
 * @param {number} most the number of files and of tests
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
 * Reads the closing lines of node:test's TAP report.
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

/**
 * TAP without its passed tests, so that the failed ones are not lost among thousands of lines.
 *
 * @param {string} output
 */
export function failuresOfTap(output) {
  const passed = /^( *)ok \d+.*\n(?:\1 {2}---\n(?:\1 {2}.*\n)*?\1 {2}\.\.\.\n)?/gm;
  return output.replace(passed, "").replace(/^ *(?:# Subtest: .*|1\.\.\d+)\n/gm, "");
}

/** The sum of two counts. */
export const addCounts = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/**
 * Part `index` of `count` of a list. Neighbours often take the same time, so they go to different parts.
 *
 * @template T
 * @param {T[]} list
 * @returns {T[]}
 */
export const shard = (list, index, count) => list.filter((_, i) => i % count === index);

/**
 * A suite's final counts. A runner that failed or ran nothing, but counted no failure, counts as one failure.
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
