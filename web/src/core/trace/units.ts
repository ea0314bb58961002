// Sizes, amounts of work and differences as text.

const three = (value: number): string =>
  value >= 99.95 ? value.toFixed(0) : value >= 9.995 ? value.toFixed(1) : value.toFixed(2);

function scaledBy(value: number, base: number, units: readonly string[]): string {
  let unit = 0;
  let scaled = value;
  // A value that would round up to the next unit is written in that unit.
  while (scaled >= base * 0.9995 && unit < units.length - 1) {
    scaled /= base;
    unit += 1;
  }
  const digits = unit === 0 ? String(Math.round(scaled)) : three(scaled);
  return `${digits} ${units[unit] ?? ""}`;
}

/** "44.7 MiB". */
export const formatBytes = (bytes: number): string =>
  scaledBy(bytes, 1024, ["B", "KiB", "MiB", "GiB", "TiB"]);

/** Floating-point operations: "3.63 GFLOP". */
export const formatFlop = (flop: number): string =>
  scaledBy(flop, 1000, ["FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP"]);

/** Operations per time: "51.2 GFLOP/s"; empty if an argument is not positive. */
export const formatRate = (flop: number, us: number): string =>
  flop > 0 && us > 0 ? `${scaledBy((flop / us) * 1e6, 1000, RATES)}` : "";
const RATES = ["FLOP/s", "kFLOP/s", "MFLOP/s", "GFLOP/s", "TFLOP/s"];

/** A difference of two numbers: "0", "1.2e-6", "∞". */
export function formatDifference(value: number): string {
  if (value === 0) return "0";
  if (!Number.isFinite(value)) return "∞";
  return value >= 0.001 && value < 1000 ? String(Number(value.toPrecision(2))) : exponent(value);
}

const exponent = (value: number): string => value.toExponential(1).replace("e+", "e");

/** The relative change of a figure: "−12 %", "+3.4 %", "±0 %"; empty if it is undefined. */
export function formatChange(before: number, after: number): string {
  if (!(before > 0) || !Number.isFinite(after)) return "";
  const by = (after / before - 1) * 100;
  const size = Math.abs(by);
  if (size < 0.05) return "±0 %";
  return `${by > 0 ? "+" : "−"}${by < 0 ? lessBy(size, after === 0) : changeDigits(size)} %`;
}

const changeDigits = (size: number): string => (size >= 9.95 ? size.toFixed(0) : size.toFixed(1));

/** A decrease in percent. It is 100 only if nothing is left, so a decrease to a 200th is 99.5. */
function lessBy(size: number, nothingLeft: boolean): string {
  const text = changeDigits(size);
  if (nothingLeft || text !== "100") return text;
  for (let digits = 1; digits <= 3; digits += 1) {
    const finer = size.toFixed(digits);
    if (Number(finer) < 100) return finer;
  }
  return "99.999";
}

/**
 * A share from 0 to 1 as text: "12.5 %". A part that is not nothing is not "0.0 %", and one that is not all is not
 * "100.0 %".
 */
export function formatShare(share: number): string {
  const text = (share * 100).toFixed(1);
  if (share > 0 && text === "0.0") return "< 0.1 %";
  if (share < 1 && text === "100.0") return "> 99.9 %";
  return `${text} %`;
}
