/** From the identity of a message, such as "kVariableUnbound", to its pattern in Chinese. */
export type MessageTable = Readonly<Record<string, string>>;
