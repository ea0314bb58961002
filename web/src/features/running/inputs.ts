// Turns the content of a file into a model's inputs.
import { t } from "./texts";
import type { FileArray, ModelInput } from "../../core/protocol/input-choice";
import { NotAnInput } from "./npy";

/**
 * Assigns arrays of a file to parameters: by name, otherwise by the first free parameter of the same shape. A single
 * array must not fit several parameters. The engine converts dtypes. Throws NotAnInput.
 */
export function assignArrays(
  arrays: readonly FileArray[],
  inputs: readonly ModelInput[],
): readonly FileArray[] {
  // Arrays without a fitting name leave the others their parameters.
  const names = new Set(inputs.map(({ name }) => name));
  const taken = new Set(arrays.map(({ name }) => name).filter((name) => names.has(name)));
  return arrays.map((array) => {
    const named = inputs.find(({ name }) => name === array.name);
    const fitting = inputs.filter(
      (input) => !taken.has(input.name) && input.shape.join() === array.shape.join(),
    );
    const input = named ?? fitting[0];
    if (!input || (!named && fitting.length > 1 && arrays.length === 1)) {
      throw new NotAnInput(
        t(input ? "input.manyFit" : "input.noneFits", {
          array: shapeText(array),
          inputs: inputs.map((each) => `%${each.name} ${shapeText(each)}`),
        }),
      );
    }
    taken.add(input.name);
    return { ...array, name: input.name };
  });
}

/** "float32 (1, 3, 224, 224)". */
export const shapeText = ({ dtype, shape }: Pick<ModelInput, "dtype" | "shape">): string =>
  `${dtype} (${shape.join(", ")})`;

/** The mapping of an image's bytes to numbers. */
export type ImageScale = "imagenet" | "unit" | "bytes";

/** Means and standard deviations of ImageNet's channels, as torchvision's models expect them. */
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;

export interface ImageInput extends ModelInput {
  readonly height: number;
  readonly width: number;
  readonly channels: number;
  readonly channelsLast: boolean;
}

/** The first input for an image with 1 or 3 channels: (batch, channels, height, width), or channels last. */
export function imageInput(inputs: readonly ModelInput[]): ImageInput | undefined {
  for (const input of inputs) {
    const [, a = 0, b = 0, c = 0] = input.shape;
    if (input.shape.length !== 4) continue;
    if (a === 1 || a === 3) {
      return { ...input, channels: a, height: b, width: c, channelsLast: false };
    }
    if (c === 1 || c === 3) {
      return { ...input, channels: c, height: a, width: b, channelsLast: true };
    }
  }
  return undefined;
}

/**
 * The tensor of an image, repeated for each item of the batch. `rgba` has the pixels in the height and width of the
 * input.
 */
export function imageTensor(
  rgba: Uint8ClampedArray,
  input: ImageInput,
  scale: ImageScale,
): FileArray {
  const { height, width, channels, channelsLast, name, shape } = input;
  const plane = height * width;
  const one = new Float32Array(plane * channels);
  for (let at = 0; at < plane; at += 1) {
    for (let c = 0; c < channels; c += 1) {
      const byte =
        channels === 1
          ? // Luma of Rec. 601.
            0.299 * (rgba[4 * at] ?? 0) +
            0.587 * (rgba[4 * at + 1] ?? 0) +
            0.114 * (rgba[4 * at + 2] ?? 0)
          : (rgba[4 * at + c] ?? 0);
      one[channelsLast ? at * channels + c : c * plane + at] = scaled(byte, c, scale);
    }
  }
  const batch = shape[0] ?? 1;
  const all = new Float32Array(one.length * batch);
  for (let i = 0; i < batch; i += 1) all.set(one, i * one.length);
  return { name, shape, dtype: "float32", data: new Uint8Array(all.buffer) };
}

function scaled(byte: number, channel: number, scale: ImageScale): number {
  if (scale === "bytes") return byte;
  if (scale === "unit") return byte / 255;
  return (byte / 255 - (MEAN[channel] ?? 0)) / (DEVIATION[channel] ?? 1);
}
