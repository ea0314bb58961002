// The language service's worker.
import libraries from "virtual:type-libraries";
import type { LanguageReply, LanguageRequest } from "./messages";
import { LanguageService } from "./service";

const service = new LanguageService(libraries);

addEventListener("message", ({ data }: MessageEvent<LanguageRequest>) => {
  let reply: LanguageReply;
  try {
    if (data.source !== undefined) service.setSource(data.source);
    reply = { id: data.id, value: service.answer(data.kind, data.body) };
  } catch (error) {
    reply = { id: data.id, error: error instanceof Error ? error.message : String(error) };
  }
  postMessage(reply);
});
