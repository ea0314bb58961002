// Renders an element again when the language changes.
import { LitElement, type ReactiveController, type ReactiveControllerHost } from "lit";
import { onLanguage } from "./language";

class FollowLanguage implements ReactiveController {
  #stop: (() => void) | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#stop = onLanguage(() => this.host.requestUpdate());
  }

  hostDisconnected(): void {
    this.#stop?.();
    this.#stop = undefined;
  }
}

/** The base of every element that has texts. */
export abstract class LocalizedElement extends LitElement {
  constructor() {
    super();
    new FollowLanguage(this);
  }
}
