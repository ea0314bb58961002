// Opens a file as a model's input: an image, NumPy arrays, or a tensor of ONNX.
import { t } from "./texts";
import type { FileArray, ModelInput } from "../../core/protocol/input-choice";
import { assignArrays, imageInput, imageTensor, shapeText, type ImageScale } from "./inputs";
import { MAX_INPUT_BYTES, NotAnInput, readArrays } from "./npy";

export const isImage = (file: File): boolean => file.type.startsWith("image/");

/** True for a TensorProto, which has no magic number. */
const isTensor = (file: File): boolean => /\.pb$/i.test(file.name);

/**
 * The arrays of a file, with the names of the inputs to which they belong. Throws NotAnInput.
 *
 * @param readTensors reads a TensorProto.
 */
export async function openInput(
  file: File,
  inputs: readonly ModelInput[],
  scale: ImageScale,
  readTensors: (file: File) => Promise<readonly FileArray[]>,
): Promise<readonly FileArray[]> {
  if (file.size > MAX_INPUT_BYTES) throw new NotAnInput(t("input.tooLarge"));
  if (isTensor(file)) return assignArrays(await readTensors(file), inputs);
  if (!isImage(file)) {
    return assignArrays(await readArrays(new Uint8Array(await file.arrayBuffer())), inputs);
  }
  const input = imageInput(inputs);
  if (!input) {
    const named = inputs.map((each) => `%${each.name} ${shapeText(each)}`);
    throw new NotAnInput(t("input.noImage", { inputs: named }));
  }
  return [imageTensor(await pixels(file, input.width, input.height), input, scale)];
}

/** The pixels of the image's centre, scaled to fill the size, as RGBA. */
async function pixels(file: File, width: number, height: number): Promise<Uint8ClampedArray> {
  let image: ImageBitmap;
  try {
    image = await createImageBitmap(file);
  } catch {
    throw new NotAnInput(t("input.damaged"));
  }
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new NotAnInput(t("input.damaged"));
  const scale = Math.max(width / image.width, height / image.height);
  const [w, h] = [image.width * scale, image.height * scale];
  context.imageSmoothingQuality = "high";
  context.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
  image.close();
  return context.getImageData(0, 0, width, height).data;
}
