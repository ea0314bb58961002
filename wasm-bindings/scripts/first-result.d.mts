import type * as passcope from "passcope";

/** Does what the laboratory does until it shows its first result. */
export function firstResult(passcope: typeof passcope): void;
