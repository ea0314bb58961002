// In the page: when something was pressed, and when what was asked for is seen.

/**
 * Notes the events' times, and when something is seen after the next press. Run in the page before anything else of
 * it, so it names nothing outside of itself.
 */
export function watchPresses() {
  const seen = { presses: [], shownAt: 0, pressedAt: 0 };
  window.interactions = seen;
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) {
      if (/^(?:pointer(?:down|up)|click|mouse(?:down|up))$/.test(name)) seen.presses.push(duration);
    }
  }).observe({ type: "event", durationThreshold: 16 });
  addEventListener("click", (event) => (seen.pressedAt = event.timeStamp), true);
}

/** Run in the page: resolves with how long after the press the frame with `selector` was presented. */
export function whenShown(selector) {
  const find = (root, parts) => {
    const [first, ...rest] = parts;
    const inShadow = [...root.querySelectorAll("*")].filter((one) => one.shadowRoot);
    const found = [...root.querySelectorAll(first)].some(
      (one) =>
        rest.length === 0 ||
        find(one.shadowRoot ?? one, rest) ||
        (one.shadowRoot !== null && find(one, rest)),
    );
    return found || inShadow.some((one) => find(one.shadowRoot, parts));
  };
  const { interactions: seen } = window;
  seen.presses.length = 0;
  const before = seen.pressedAt;
  return new Promise((resolve) => {
    const look = () => {
      if (seen.pressedAt > before && find(document, selector.split(" "))) {
        // The frame that follows this callback, and the first moment after it.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - seen.pressedAt);
          port2.postMessage(null);
        });
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
