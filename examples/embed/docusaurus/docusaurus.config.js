// Docusaurus: the folder "embed" of the npm package lies in static/passcope-embed.
export default {
  title: "Passes in Docusaurus",
  url: "https://docs.example",
  baseUrl: "/docusaurus/page/",
  baseUrlIssueBanner: false,
  scripts: [{ src: "/docusaurus/page/passcope-embed/passcope-demo.js", type: "module" }],
  plugins: [["@docusaurus/plugin-content-docs", { routeBasePath: "/", sidebarPath: undefined }]],
  themes: ["@docusaurus/theme-classic"],
};
