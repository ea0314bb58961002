// The page's `App`: the store, the engines, and the controllers that features register (`features/app.ts`). Each
// controller is a plain class. Views read the state and call controllers.
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
  /** Undo and redo of edits of the workspace. */
  readonly history: Undoing;
  readonly layout: Layout;
  readonly rows: Rows;
  readonly runs: Runs;
  readonly tell: Tell;
  /** Terminates all engines. */
  close(): void;
}

/** The events that features can react to. */
export interface Hooks {
  /** The page opens, or another workspace has just replaced the current one. */
  opened(app: App): void;
  /** Another workspace takes the place of the current one. */
  replaced(app: App): void;
  /** An edit was undone or redone; `before` is the state before that. */
  restored(app: App, before: AppState): void;
  /** A run was requested. It does not begin if an option cannot be read. */
  runAsked(app: App): void;
  runBegins(app: App): void;
  /** The engine has answered a run: it measured the trace, or the trace has a failure. */
  runEnds(app: App): void;
  /** A run printed something. */
  printed(app: App, entries: readonly ConsoleEntry[]): void;
  closed(app: App): void;
}

type Told<K extends keyof Hooks> = Parameters<Hooks[K]> extends [App, ...infer Rest] ? Rest : never;

/** Calls a hook of all features. */
export type Tell = <K extends keyof Hooks>(hook: K, ...what: Told<K>) => void;
