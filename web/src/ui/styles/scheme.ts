// Detects when a page may have changed between light and dark: with the system, or by its own switch, which sets
// something on the root element or the body.

/** Calls `listener` after each possible change. Returns a function that stops it. */
export function onScheme(listener: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", listener);
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true });
  observer.observe(document.body, { attributes: true });
  return () => {
    system.removeEventListener("change", listener);
    observer.disconnect();
  };
}
