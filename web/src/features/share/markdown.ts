// A view as Markdown: an iframe with the live demo, and a link for readers without iframes.
import { escapeHtml } from "./markup";

/**
 * @param site the address of the site's folder, with a slash at the end.
 * @param fragment the fragment of a link, without `#`.
 */
export function markdownEmbed(title: string, site: string, fragment: string): string {
  const linked = title.replace(/[\\[\]`*_<>]/g, "\\$&").replace(/[\r\n]+/g, " ");
  return `<iframe src="${escapeHtml(`${site}embed.html#${fragment}`)}" title="${escapeHtml(title.replace(/[\r\n]+/g, " "))}" width="100%" height="640" loading="lazy"></iframe>

[${linked}](${site}#${fragment})
`;
}
