// Instruments that another language has made over the same engine.

import { EngineObject } from "./handle.js";

/** An instrument of a guest's (guest.ts). */
export class GuestInstrument extends EngineObject {}
