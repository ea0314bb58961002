export const choices: Readonly<Record<string, readonly string[]>>;
