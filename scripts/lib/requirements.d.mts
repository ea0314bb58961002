// The functions of requirements.mjs that the page's tests use.

export function findChromium(): string | undefined;
