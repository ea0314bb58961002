export function mendLoader(text: string): string;
