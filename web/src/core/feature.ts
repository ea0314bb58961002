// The registration of a feature. A feature is a tab or a panel in a folder of `features`; its index.ts exports a
// `Feature` by default. `features/app.ts` makes an App of all features.
import type { Language } from "../i18n/language";
import type { App, Controllers, Hooks } from "./app/app";
import type { AppState } from "./state/app-state";
import type { DetailTab, TimingTab } from "./state/tabs";

export interface Tab<Name extends string = DetailTab | TimingTab> {
  /** The tab's name in the state and in links. */
  readonly name: Name;
  readonly label: Readonly<Record<Language, string>>;
  /** Fetches the view's code. */
  readonly load: () => Promise<unknown>;
  /** The element that shows the tab, a `View` that `load` defines. */
  readonly element: string;
  /** An element with buttons for the panel's head, defined with the view or with the panel. */
  readonly tools?: string;
  /** A number that is shown beside the label unless it is 0. */
  readonly count?: (state: AppState) => number;
  /** Whether the tab shows the selected pass, so that selecting another pass keeps the tab. */
  readonly ofPass?: boolean;
}

export interface Feature {
  readonly tabs?: readonly Tab[];
  /** The initial values of the feature's fields of the state. */
  readonly state?: Partial<AppState>;
  /**
   * The new values of these fields for a new trace.
   *
   * @param alike whether the new trace has the same rows as the previous one, so that row numbers stay valid.
   */
  readonly traced?: (state: AppState, alike: boolean) => Partial<AppState>;
  readonly controllers?: (app: App) => Partial<Controllers>;
  readonly hooks?: Partial<Hooks>;
}
