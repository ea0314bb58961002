// Handing on what is shown.

export const share = {
  "share.share": "Share",
  "share.ways": "Ways to share",
  "share.link": "Copy link",
  "share.linkNote": "opens just this view",
  "share.node": "Copy as Node program",
  "share.nodeNote": "with the npm package",
  "share.shell": "Copy as command line",
  "share.shellNote": "passcope run …",
  "share.tvm": "Copy as TVM Python",
  "share.tvmNote": "for Apache TVM 0.11",
  "share.python": "Run as Python",
  "share.pythonNote": "opens it in the code tab and runs it here",
  "share.opened": "Runs as Python: see Code and Console",
  "share.markdown": "Copy for Markdown",
  "share.markdownNote": "a live demo in your documentation",
  "share.report": "Save report",
  "share.reportNote": "one HTML file, to be read anywhere",
  "share.making": "One moment…",
  "share.copied": ({ what }: { what: string }) => `${what}: done`,
  "share.needsFile": ({ name }: { name: string }) =>
    `It names ${name} and does not carry it: whoever uses it needs that file.`,
  "share.refused": ({ what }: { what: string }) => `${what}: the browser does not allow it`,
  "share.saved": ({ name }: { name: string }) => `Saved as ${name}`,
  "share.noEngine": "The engine is not there yet.",
  "share.nothingRan": "Nothing has run yet.",
  "share.tooLong":
    "The program is too long for a link. Save a reproducer instead: the page opens it too.",
};
