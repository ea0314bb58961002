// Which build of the site a page is of, and whether the site is another one by now.

/** The build that this page is of; empty when it is served without having been built. */
export const pageVersion = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? "";

/**
 * Whether the site has been updated since this page was opened; false where that cannot be found out. The service
 * worker's script, which names its build, always comes from the server.
 */
export async function siteHasChanged(): Promise<boolean> {
  const version = pageVersion();
  if (version === "") return false;
  try {
    const response = await fetch("sw.js", { cache: "no-store" });
    return response.ok && !(await response.text()).includes(version);
  } catch {
    // Without a connection.
    return false;
  }
}
