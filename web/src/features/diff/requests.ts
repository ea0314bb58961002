// Which lines of two texts belong together, asked of an engine.
import type { AlignedLines, LineOrigins, RelatedLines } from "../../core/protocol/messages";
import { request, type TypesOf } from "../../core/protocol/request";

export interface AlignRequest {
  readonly before: string;
  readonly after: string;
  readonly ignoreNumbers: boolean;
  /** What is known of the lines, or of those of each text in a program that both were made of. */
  readonly known?: RelatedLines | readonly [LineOrigins, LineOrigins] | undefined;
}

const requests = {
  /** Which lines of two texts belong together, as `relay.alignTexts` of the package tells. */
  alignTexts: request<AlignRequest, readonly AlignedLines[]>(),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
