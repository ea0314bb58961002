// Reads two benchmark reports in Google Benchmark's JSON form and joins them into a table.

const nanoseconds = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };

/**
 * @param {string} text a report
 * @returns {Map<string, {ns: number, nodes?: number, bytes?: number, error?: string}>} results by case
 */
function parse(text) {
  const cases = new Map();
  for (const entry of JSON.parse(text.slice(text.indexOf("{"))).benchmarks) {
    if (entry.error_occurred) {
      cases.set(entry.name, { ns: NaN, error: entry.error_message });
    } else {
      // Google Benchmark appends options of the case to its name.
      const name = entry.name.replace(/\/(real_time|iterations:\d+|min_time:[\d.]+)/g, "");
      cases.set(name, {
        ns: entry.real_time * nanoseconds[entry.time_unit],
        nodes: entry.nodes,
        bytes: entry.bytes,
      });
    }
  }
  return cases;
}

/** One row per case, in the order of the native report. A side without the case is empty. */
function join(native, wasm) {
  return [...new Set([...native.keys(), ...wasm.keys()])].map((name) => {
    const [a, b] = [native.get(name), wasm.get(name)];
    return {
      name,
      nodes: a?.nodes ?? b?.nodes,
      bytes: a?.bytes ?? b?.bytes,
      nativeNs: a?.ns,
      wasmNs: b?.ns,
      ratio: a && b ? b.ns / a.ns : undefined,
      error: a?.error ?? b?.error,
    };
  });
}

/** A readable duration: 12.3 ns, 45.6 µs, 7.89 ms, 1.23 s. */
function duration(ns) {
  if (ns === undefined || Number.isNaN(ns)) return "-";
  for (const [unit, size] of [
    ["s", 1e9],
    ["ms", 1e6],
    ["µs", 1e3],
  ]) {
    if (ns >= size) return `${(ns / size).toPrecision(3)} ${unit}`;
  }
  return `${ns.toPrecision(3)} ns`;
}

/**
 * The table as text: the time, the time per node or, if bytes are known, MB/s, for both sides, and the slowdown of
 * WebAssembly.
 */
function render(rows) {
  const perNode = (ns, nodes) => (ns && nodes ? duration(ns / nodes) : "");
  const rate = (ns, bytes) => (ns && bytes ? ((bytes / ns) * 1e3).toPrecision(3) : "");
  const table = [
    ["case", "native", "per node", "MB/s", "wasm", "per node", "MB/s", "wasm/native"],
    ...rows.map((row) => [
      row.name,
      row.error ? `error: ${row.error}` : duration(row.nativeNs),
      perNode(row.nativeNs, row.nodes),
      rate(row.nativeNs, row.bytes),
      duration(row.wasmNs),
      perNode(row.wasmNs, row.nodes),
      rate(row.wasmNs, row.bytes),
      row.ratio ? `${row.ratio.toFixed(2)}×` : "-",
    ]),
  ];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  return table
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export const bench = { parse, join, render };
