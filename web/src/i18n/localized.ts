// Renders an element again when the language changes.
import { LitElement, type ReactiveController } from "lit";
import { language, onLanguage, type Language } from "./language";

class FollowLanguage implements ReactiveController {
  #stop: (() => void) | undefined;

  constructor(private readonly host: LocalizedElement) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#stop = onLanguage(() => this.host.requestUpdate("language"));
  }

  hostDisconnected(): void {
    this.#stop?.();
    this.#stop = undefined;
  }
}

/** The base class of elements with texts. A change of language is a change of the property "language". */
export abstract class LocalizedElement extends LitElement {
  get language(): Language {
    return language();
  }

  constructor() {
    super();
    new FollowLanguage(this);
  }
}
