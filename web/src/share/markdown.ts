// A view as Markdown: a frame with the live demo, and a link for where frames are not shown.

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`).replace(/[\r\n]+/g, " ");

/**
 * @param site the address of the site's folder, with a slash at its end.
 * @param fragment of a link, without `#`.
 */
export function markdownEmbed(title: string, site: string, fragment: string): string {
  const linked = title.replace(/[\\[\]`*_<>]/g, "\\$&").replace(/[\r\n]+/g, " ");
  return `<iframe src="${escaped(`${site}embed.html#${fragment}`)}" title="${escaped(title)}" width="100%" height="640" loading="lazy"></iframe>

[${linked}](${site}#${fragment})
`;
}
