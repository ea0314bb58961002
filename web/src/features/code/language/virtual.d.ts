declare module "virtual:type-libraries" {
  /** Declarations by path. */
  const libraries: Readonly<Record<string, string>>;
  export default libraries;
}
