declare module "virtual:engine-messages" {
  /** The Chinese patterns of messages, by the English ones. */
  export const messages: Readonly<Record<string, string>>;
}
