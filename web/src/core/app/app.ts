// The controllers of a page, composed of what features register (`features/app.ts`). Each is a plain class with the
// store and the engines that it needs; views read the state and call them.
import type { ConsoleEntry } from "../protocol/messages";
import type { AppState } from "../state/app-state";
import type { Store } from "../state/store";
import type { Undoing } from "../state/undoing";
import type { Engines } from "./engines";
import type { Layout } from "./layout";
import type { Notices } from "./notices";
import type { Rows } from "./rows";
import type { Runs } from "./runs";

/** The features' controllers by name. Each feature adds its own by declaring a part of this interface. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Controllers {}

export interface App extends Controllers {
  readonly store: Store<AppState>;
  readonly engines: Engines;
  readonly notices: Notices;
  /** Undoes and does again what was done to the workspace. */
  readonly history: Undoing;
  readonly layout: Layout;
  readonly rows: Rows;
  readonly runs: Runs;
  readonly tell: Tell;
  /** Ends the engines for good. */
  close(): void;
}

/** What features hear of. */
export interface Hooks {
  /** The page opens, or another workspace has taken the place of the one at hand. */
  opened(app: App): void;
  /** Another workspace takes the place of the one at hand. */
  replaced(app: App): void;
  /** An edit was undone or done again; `before` is the state before that. */
  restored(app: App, before: AppState): void;
  /** A run was asked for, which may not begin since an option cannot be read. */
  runAsked(app: App): void;
  runBegins(app: App): void;
  /** A run that gave a trace has been measured. */
  runEnds(app: App): void;
  /** A run printed something. */
  printed(app: App, entries: readonly ConsoleEntry[]): void;
  closed(app: App): void;
}

type Told<K extends keyof Hooks> = Parameters<Hooks[K]> extends [App, ...infer Rest] ? Rest : never;

/** Tells all features of something. */
export type Tell = <K extends keyof Hooks>(hook: K, ...what: Told<K>) => void;
