// Whether a call of the engine runs.

/** The calls of the engine that have not returned. */
let running = 0;
export const enterEngine = (): void => void ++running;
export const leaveEngine = (): void => void --running;
export const isEngineRunning = (): boolean => running > 0;
