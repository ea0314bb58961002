// When the site is kept for offline use.
import { afterEach, describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/features/app";
import type { Spawn } from "../../src/core/protocol/client";
import { keepOffline } from "../../src/offline/keep-offline";
import { hasMeasured } from "../../src/shell/has-measured";

const silent: Spawn = () => ({ post: () => undefined, terminate: () => undefined });

/** A browser with service workers. Returns the function that registers one. */
function browser(connection?: { saveData: boolean }): ReturnType<typeof vi.fn> {
  const register = vi.fn(() => Promise.resolve());
  const ready = Promise.resolve({ active: null });
  vi.stubGlobal("navigator", { serviceWorker: { register, ready }, connection });
  vi.stubGlobal("document", { querySelector: () => ({ content: "1" }) });
  return register;
}

afterEach(() => vi.unstubAllGlobals());

describe("the service worker", () => {
  it("is registered when the page is quiet, not before", async () => {
    const register = browser();
    let quiet: (() => void) | undefined;
    const done = keepOffline(0, () => new Promise<void>((resolve) => (quiet = resolve)));
    await vi.waitUntil(() => quiet !== undefined);
    expect(register).not.toHaveBeenCalled();
    quiet?.();
    await done;
    expect(register).toHaveBeenCalledOnce();
  });

  it("is not registered for a reader who saves data", async () => {
    const register = browser({ saveData: true });
    await keepOffline(0);
    expect(register).not.toHaveBeenCalled();
    const other = browser({ saveData: false });
    await keepOffline(0);
    expect(other).toHaveBeenCalledOnce();
  });
});

describe("the first measurement", () => {
  it("is over when nothing runs or is measured any more", async () => {
    const app = createApp(silent, { javascript: silent, python: silent });
    const over = vi.fn();
    const waits = hasMeasured(app.store).then(over);
    app.store.update({ run: { kind: "running", since: 0 } });
    app.store.update({ run: { kind: "measuring" } });
    await Promise.resolve();
    expect(over).not.toHaveBeenCalled();
    app.store.update({ run: { kind: "done" } });
    await waits;
    expect(over).toHaveBeenCalledOnce();
  });
});
