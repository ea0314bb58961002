// Options as the engine takes them.

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Options with the engine's names for those in camelCase, as JSON; what is undefined is left out. */
export const optionsJson = (options: object): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(options)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]: [string, unknown]) => [snakeCase(name), value]),
    ),
  );
