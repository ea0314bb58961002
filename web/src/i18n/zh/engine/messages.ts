// The Chinese patterns of all messages, by their identities. Each has the places of the English pattern, in Chinese
// order. Spaces at a place between Chinese and other letters are added automatically.
import type { MessageTable } from "./message-table";
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

export const tables: readonly MessageTable[] = [
  text,
  types,
  onnx,
  operators,
  checking,
  engine,
  runtime,
  executor,
  importing,
  packages,
  pytorch,
  code,
  torchArchive,
  remarks,
];

export const messages: MessageTable = Object.assign({}, ...tables) as MessageTable;
