export function findBun(): string;
