declare module "virtual:type-libraries" {
  /** Declarations by their path. */
  const libraries: Readonly<Record<string, string>>;
  export default libraries;
}
