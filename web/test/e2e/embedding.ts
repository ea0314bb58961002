// Helpers for the tests of the embedded element: pages on another site, and their elements.
import type { Locator, Page } from "@playwright/test";
import { Hosts } from "./embed-hosts";
import { expect, test as base } from "./base";

/** A page on another site, and its elements. */
export class Embedding {
  readonly requests: string[] = [];
  readonly workers: string[] = [];
  readonly console: string[] = [];

  constructor(
    readonly page: Page,
    readonly hosts: Hosts,
  ) {
    page.on("request", (request) => this.requests.push(request.url()));
    page.on("worker", (worker) => this.workers.push(worker.url()));
    page.on("console", (message) => this.console.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => this.console.push(`exception: ${error.message}`));
  }

  async open(body: string, options: { head?: string; policy?: string } = {}): Promise<void> {
    const script = `<script type="module" src="${this.hosts.script}"></script>`;
    const name = `page-${Math.random().toString(36).slice(2)}.html`;
    await this.page.goto(this.hosts.page(name, `${body}${script}`, options));
  }

  demo(index = 0): Locator {
    return this.page.locator("passcope-demo").nth(index);
  }

  /** Waits for the results of an element. Stops the repetitions for times, as the button Stop does. */
  async finished(index = 0): Promise<void> {
    const demo = this.demo(index);
    await expect(demo.locator('[data-run="measuring"], [data-run="done"]')).toBeVisible();
    await demo.evaluate(({ shadowRoot }) => {
      if (!shadowRoot?.querySelector('[data-run="measuring"]')) return;
      shadowRoot.querySelector<HTMLElement>(".bar button:not(.primary)")?.click();
    });
    await expect(demo.locator('[data-run="done"]')).toBeVisible();
  }

  requested(part: string): readonly string[] {
    return this.requests.filter((url) => url.includes(part));
  }

  /** The errors and warnings of the page. */
  get complaints(): readonly string[] {
    return this.console.filter((line) => /^(error|warning|exception)/.test(line));
  }
}

export const test = base.extend<{ embedding: Embedding }, { hosts: Hosts }>({
  hosts: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern.
    async ({}, use) => {
      const hosts = await Hosts.start();
      await use(hosts);
      hosts.stop();
    },
    { scope: "worker" },
  ],
  embedding: async ({ page, hosts }, use) => {
    await use(new Embedding(page, hosts));
  },
});

export { expect };

export const SMALL = `<script type="text/relay">
  #[version = "0.0.5"]
  def @main(%x: Tensor[(1, 4), float32]) {
    %0 = add(1f, 2f);
    multiply(%x, %0)
  }
</script>`;

/** The element's markup. */
export const demo = (attributes: string, inside = `<pre>static result</pre>${SMALL}`): string =>
  `<passcope-demo pipeline="InferType, FoldConstant" ${attributes}>${inside}</passcope-demo>`;
