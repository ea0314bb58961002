// An element renders again when the state changes a field that its last rendering read.
import type { ReactiveControllerHost } from "lit";
import { describe, expect, it } from "vitest";
import { Store, Watch } from "../../src/core/state/store";

interface State {
  readonly first: number;
  readonly second: string;
  readonly third: readonly number[];
}

/** An element that renders at each request. */
function element(store: Store<State>, render: (state: State) => void) {
  const host = { addController: () => undefined, removeController: () => undefined };
  const element = { ...host, renderings: 0, requestUpdate: () => update() };
  const watch = new Watch(element as unknown as ReactiveControllerHost, store);
  const update = (): void => {
    element.renderings += 1;
    watch.record(() => render(watch.state));
  };
  return { element, watch, update };
}

const store = (): Store<State> => new Store<State>({ first: 1, second: "a", third: [] });

describe("Watch", () => {
  it("renders again when a field that was read has changed, and for no other", () => {
    const state = store();
    const { element: of, watch, update } = element(state, ({ first }) => void first);
    update();
    watch.hostConnected();
    state.update({ second: "b" });
    expect(of.renderings).toBe(1);
    state.update({ first: 2 });
    expect(of.renderings).toBe(2);
    state.update({ first: 2, third: [1] });
    expect(of.renderings).toBe(2);
  });

  it("follows what a rendering reads, which may differ from time to time", () => {
    const state = store();
    const {
      element: of,
      watch,
      update,
    } = element(state, (s) => {
      if (s.first === 2) void s.second;
    });
    update();
    watch.hostConnected();
    state.update({ second: "b" });
    expect(of.renderings).toBe(1);
    state.update({ first: 2 });
    state.update({ second: "c" });
    expect(of.renderings).toBe(3);
    state.update({ first: 1 });
    state.update({ second: "d" });
    expect(of.renderings).toBe(4);
  });

  it("hears of fields that a function reads to which the state was given, and of all when it is copied", () => {
    const state = store();
    const isLong = (s: State): boolean => s.third.length > 1;
    const read = element(state, (s) => void isLong(s));
    const copied = element(state, (s) => void { ...s });
    for (const { update, watch } of [read, copied]) {
      update();
      watch.hostConnected();
    }
    state.update({ second: "b" });
    expect([read.element.renderings, copied.element.renderings]).toEqual([1, 2]);
    state.update({ third: [1, 2] });
    expect([read.element.renderings, copied.element.renderings]).toEqual([2, 3]);
  });

  it("does not count what is read outside of a rendering, as events' handlers do", () => {
    const state = store();
    let handler = (): unknown => undefined;
    const {
      element: of,
      watch,
      update,
    } = element(state, (s) => {
      handler = () => [watch.state.second, s.third];
      void s.first;
    });
    update();
    watch.hostConnected();
    expect(handler()).toEqual(["a", []]);
    state.update({ second: "b", third: [1] });
    expect(of.renderings).toBe(1);
    expect(handler()).toEqual(["b", [1]]);
  });

  it("sees what a rendering itself changes, and is rendered once more for it", () => {
    const state = store();
    const {
      element: of,
      watch,
      update,
    } = element(state, (s) => {
      if (s.first < 2) state.update({ first: 2 });
    });
    update();
    watch.hostConnected();
    expect(of.renderings).toBeGreaterThan(1);
    expect(state.state.first).toBe(2);
  });

  it("goes on recording the next rendering when one fails", () => {
    const state = store();
    const {
      element: of,
      watch,
      update,
    } = element(state, (s) => {
      if (s.first === 1) throw new Error("not yet");
      void s.second;
    });
    expect(update).toThrow("not yet");
    watch.hostConnected();
    state.update({ first: 2 });
    state.update({ second: "b" });
    expect(of.renderings).toBe(3);
  });

  it("catches up with what changed while the element was not in the page", () => {
    const state = store();
    const { element: of, watch, update } = element(state, ({ first }) => void first);
    update();
    watch.hostConnected();
    watch.hostDisconnected();
    state.update({ first: 2 });
    expect(of.renderings).toBe(1);
    watch.hostConnected();
    expect(of.renderings).toBe(2);
    watch.hostDisconnected();
    watch.hostConnected();
    expect(of.renderings).toBe(2);
  });
});
