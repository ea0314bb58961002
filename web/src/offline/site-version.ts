// The build of the page, and whether the site has a newer one.

/** The build of this page; empty if it is served without a build. */
export const pageVersion = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? "";

/**
 * Whether the site was updated after this page opened; false if that is unknown. The service worker's script, which
 * names its build, always comes from the server.
 */
export async function siteHasChanged(): Promise<boolean> {
  const version = pageVersion();
  if (version === "") return false;
  try {
    const response = await fetch("sw.js", { cache: "no-store" });
    return response.ok && !(await response.text()).includes(version);
  } catch {
    // There is no connection.
    return false;
  }
}
