// The patterns of all messages in Chinese, by those in English. Each has the places of its English, in the order
// that Chinese wants; blanks between Chinese and other letters that meet at a place come by themselves.
import type { Sentences } from "../../sentences";
import { checking } from "./messages/checking";
import { code } from "./messages/code";
import { engine } from "./messages/engine";
import { executor } from "./messages/executor";
import { importing } from "./messages/importing";
import { onnx } from "./messages/onnx";
import { operators } from "./messages/operators";
import { packages } from "./messages/package";
import { pytorch } from "./messages/pytorch";
import { remarks } from "./messages/remarks";
import { runtime } from "./messages/runtime";
import { text } from "./messages/text";
import { torchArchive } from "./messages/torch-archive";
import { types } from "./messages/types";

export const messages: Sentences = {
  ...text,
  ...types,
  ...onnx,
  ...operators,
  ...checking,
  ...engine,
  ...runtime,
  ...executor,
  ...importing,
  ...packages,
  ...pytorch,
  ...code,
  ...torchArchive,
  ...remarks,
};
