// The playground's texts.
import { playground } from "./en/playground";
import { texts } from "./texts";

export const { t, in: playgroundTexts } = texts(
  playground,
  async () => (await import("./zh/playground")).playground,
);
