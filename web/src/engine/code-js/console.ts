// The console of the user's code. It limits the output and sends it in batches.
import { CONSOLE_LIMITS, type ConsoleLevel } from "../../core/protocol/bounds";
import { type ConsoleEntry } from "../../core/protocol/code";
import { cut, formatArguments, formatTable, type InspectOptions } from "./inspect";

export interface ConsoleOptions extends InspectOptions {
  /** Takes entries, several at once. */
  readonly tell: (entries: readonly ConsoleEntry[]) => void;
  /** Milliseconds, as `performance.now()`. */
  readonly now: () => number;
  /** The current line of the user's code, from a stack trace. */
  readonly lineOf: (stack: string) => number | undefined;
}

/** Entries are gathered for this many milliseconds and then sent together. */
const BATCH_MS = 50;
const BATCH = 500;

export class CodeConsole {
  #waiting: ConsoleEntry[] = [];
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #entries = 0;
  #characters = 0;
  #omitted = false;
  #muted = false;
  #indent = 0;
  readonly #counts = new Map<string, number>();
  readonly #timers = new Map<string, number>();

  constructor(private readonly options: ConsoleOptions) {}

  /** Begins a run. Each run has limits of its own. */
  begin(): void {
    // The first entry is sent at once: it may be the only one before an endless loop.
    this.#told = Number.NEGATIVE_INFINITY;
    this.#entries = 0;
    this.#characters = 0;
    this.#omitted = false;
    this.#muted = false;
    this.#indent = 0;
    this.#counts.clear();
    this.#timers.clear();
  }

  /** Drops output while a run is repeated for its times: the first run has already printed it. */
  set muted(muted: boolean) {
    this.#muted = muted;
  }

  /** Sends the entries that have not been sent yet. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#told = this.options.now();
    if (this.#waiting.length > 0) this.options.tell(this.#waiting);
    this.#waiting = [];
  }

  /** Adds an entry, unless a limit is reached. */
  print(level: ConsoleLevel, text: string, line: number | undefined): void {
    if (this.#muted || this.#omitted) return;
    if (this.#entries >= CONSOLE_LIMITS.entries || this.#characters >= CONSOLE_LIMITS.characters) {
      this.#omitted = true;
      this.#add({ level: "warn", text: "Too much was printed; the rest of this run is left out." });
      this.flush();
      return;
    }
    const room = CONSOLE_LIMITS.characters - this.#characters;
    const indented = this.#indent > 0 ? indentBy("  ".repeat(this.#indent), text) : text;
    const shown = cut(indented, room);
    this.#entries += 1;
    this.#characters += shown.length;
    this.#add(line === undefined ? { level, text: shown } : { level, text: shown, line });
  }

  #add(entry: ConsoleEntry): void {
    this.#waiting.push(entry);
    // Timers do not fire while code runs, so entries also check the clock.
    if (this.#waiting.length >= BATCH || this.options.now() - this.#told >= BATCH_MS) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), BATCH_MS);
  }

  /** Replaces the methods of a console. */
  install(target: Console): void {
    const print = (level: ConsoleLevel, values: readonly unknown[]): void =>
      this.#print(level, () => formatArguments(values, this.options));
    const group = (...label: unknown[]): void => {
      if (label.length > 0) print("log", label);
      this.#indent = Math.min(this.#indent + 1, 20);
    };
    const elapsed = (label: unknown): string => {
      const began = this.#timers.get(String(label));
      return began === undefined
        ? `There is no timer ${String(label)}`
        : `${String(label)}: ${(this.options.now() - began).toFixed(2)} ms`;
    };
    const methods: Partial<Record<keyof Console, (...values: unknown[]) => void>> = {
      log: (...values) => print("log", values),
      info: (...values) => print("info", values),
      warn: (...values) => print("warn", values),
      error: (...values) => print("error", values),
      debug: (...values) => print("debug", values),
      trace: (...values) => print("log", ["Trace:", ...values]),
      dir: (value) => print("log", [value]),
      dirxml: (...values) => print("log", values),
      table: (value) => this.#print("log", () => formatTable(value, this.options)),
      assert: (condition, ...values) => {
        if (condition) return;
        const [first, ...rest] = values;
        const message = typeof first === "string" ? [`: ${first}`, ...rest] : [":", ...values];
        this.#print("error", () =>
          values.length === 0
            ? "Assertion failed"
            : `Assertion failed${formatArguments(message, this.options)}`,
        );
      },
      group,
      groupCollapsed: group,
      groupEnd: () => (this.#indent = Math.max(0, this.#indent - 1)),
      count: (label = "default") => {
        const count = (this.#counts.get(String(label)) ?? 0) + 1;
        this.#counts.set(String(label), count);
        print("log", [`${String(label)}: ${count}`]);
      },
      countReset: (label = "default") => this.#counts.delete(String(label)),
      time: (label = "default") => this.#timers.set(String(label), this.options.now()),
      timeLog: (label = "default", ...values) => print("log", [elapsed(label), ...values]),
      timeEnd: (label = "default") => {
        print("log", [elapsed(label)]);
        this.#timers.delete(String(label));
      },
      clear: () => undefined,
    };
    Object.assign(target, methods);
  }

  #print(level: ConsoleLevel, format: () => string): void {
    if (this.#muted || this.#omitted) return;
    const { stack } = new Error();
    this.print(level, format(), stack === undefined ? undefined : this.options.lineOf(stack));
  }
}

const indentBy = (indent: string, text: string): string =>
  indent + text.replaceAll("\n", `\n${indent}`);
