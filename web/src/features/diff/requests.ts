// The request that matches the lines of two texts.
import type { AlignedLines, LineOrigins, RelatedLines } from "../../core/protocol/messages";
import { request, type TypesOf } from "../../core/protocol/request";
import type { LineDiff } from "../../core/trace/line-diff";

export interface AlignRequest {
  readonly before: string;
  readonly after: string;
  readonly ignoreNumbers: boolean;
  /**
   * Known relations: between the lines of the two texts, or of each text's lines to a program from which both were
   * made.
   */
  readonly known?: RelatedLines | readonly [LineOrigins, LineOrigins] | undefined;
}

const requests = {
  /** Matches the lines of two texts like `relay.alignTexts` of the package. */
  alignTexts: request<AlignRequest, readonly AlignedLines[]>(),
  /** The differences of two texts. Comparing the words of many lines takes long, so the worker does it. */
  diffTexts: request<AlignRequest, LineDiff>(),
};

declare module "../../core/protocol/requests" {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface Requests extends TypesOf<typeof requests> {}
}

export default requests;
