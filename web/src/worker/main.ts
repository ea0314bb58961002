// The worker's entry: the engine, a session, and the messages between them and the page.
import { open } from "./inbox";
import {
  bindParamsByName,
  engine,
  instrument,
  Pass,
  PassContext,
  relay,
  Sequential,
  transform,
} from "passcope";
import { engineOf } from "./engine";
import { Session } from "./session";
import { sessionOptions } from "./session-options";

const session = new Session(
  engineOf({
    bindParamsByName,
    engine,
    instrument: {
      create: instrument.create,
      HookLog: instrument.HookLog,
      OpDiffInstrument: instrument.OpDiffInstrument,
      PassTimingInstrument: instrument.PassTimingInstrument,
      TraceInstrument: instrument.TraceInstrument,
    },
    Pass,
    PassContext,
    relay: {
      analyse: relay.analyse,
      fromtext: relay.fromtext,
      getWorkload: relay.getWorkload,
    },
    Sequential,
    transform: { create: transform.create, InferType: transform.InferType },
  }),
  (reply) => self.postMessage(reply),
  sessionOptions(),
);

open((request) => void session.handle(request));
