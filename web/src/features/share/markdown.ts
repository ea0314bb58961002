// A view as Markdown: a frame with the live demo, and a link for where frames are not shown.
import { escapeHtml } from "./markup";

/**
 * @param site the address of the site's folder, with a slash at its end.
 * @param fragment of a link, without `#`.
 */
export function markdownEmbed(title: string, site: string, fragment: string): string {
  const linked = title.replace(/[\\[\]`*_<>]/g, "\\$&").replace(/[\r\n]+/g, " ");
  return `<iframe src="${escapeHtml(`${site}embed.html#${fragment}`)}" title="${escapeHtml(title.replace(/[\r\n]+/g, " "))}" width="100%" height="640" loading="lazy"></iframe>

[${linked}](${site}#${fragment})
`;
}
