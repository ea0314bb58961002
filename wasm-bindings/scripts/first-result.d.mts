import type * as passcope from "passcope";

/** Does what the playground does until it shows its first result. */
export function firstResult(api: typeof passcope): void;
