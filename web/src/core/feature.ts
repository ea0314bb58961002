// What a feature registers. A feature is a tab or a panel: a folder of `features`, whose index.ts has one of these as
// its default export. What makes an App of all features is `features/app.ts`.
import type { Language } from "../i18n/language";
import type { App, Controllers, Hooks } from "./app/app";
import type { AppState } from "./state/app-state";
import type { DetailTab, TimingTab } from "./state/tabs";

export interface Tab<Name extends string = DetailTab | TimingTab> {
  /** What the tab is called in the state and in links. */
  readonly name: Name;
  readonly label: Readonly<Record<Language, string>>;
  /** Fetches the view's code. */
  readonly load: () => Promise<unknown>;
  /** The element that shows it, a `View`, which `load` defines. */
  readonly element: string;
  /** An element with buttons for the panel's head, defined with the view or with the panel. */
  readonly tools?: string;
  /** A number that is shown beside the label unless it is 0. */
  readonly count?: (state: AppState) => number;
  /** It shows the chosen pass, so choosing another one does not lead away from it. */
  readonly ofPass?: boolean;
}

export interface Feature {
  readonly tabs?: readonly Tab[];
  /** The feature's part of the state, as it is at first. */
  readonly state?: Partial<AppState>;
  /**
   * What another trace makes of that part.
   *
   * @param alike whether the trace has the same rows as the one before, so that row numbers stay meaningful.
   */
  readonly traced?: (state: AppState, alike: boolean) => Partial<AppState>;
  readonly controllers?: (app: App) => Partial<Controllers>;
  readonly hooks?: Partial<Hooks>;
}
