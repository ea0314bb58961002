// What the page's tests use of requirements.mjs.

export function findChromium(): string | undefined;
