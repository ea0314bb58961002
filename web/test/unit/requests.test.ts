// The requests of the features, and their handlers.
import { expect, it } from "vitest";
import { sessionRequests } from "../../src/core/protocol/session-requests";
import { handlers } from "../../src/workers/handlers";
import { requests } from "../../src/workers/requests";

it("have a handler each, and no handler answers anything else", () => {
  const ofFeatures = Object.keys(requests).filter((kind) => !Object.hasOwn(sessionRequests, kind));
  expect(ofFeatures.length).toBeGreaterThan(10);
  expect(Object.keys(handlers).sort()).toEqual(ofFeatures.sort());
});
