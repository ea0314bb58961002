// Opens and saves files of programs.
import { t } from "./texts";

/** The greatest size of a file that the page opens as text, in MiB. */
export const MAX_FILE_MIB = 64;

export type OpenedFile =
  | { readonly kind: "text"; readonly text: string; readonly title: string }
  | { readonly kind: "reproducer"; readonly text: string; readonly title: string }
  | { readonly kind: "refused"; readonly why: string };

/** The content of a file, or the reason why it is rejected. */
export async function openFile(file: File): Promise<OpenedFile> {
  const mib = file.size / (1024 * 1024);
  if (mib > MAX_FILE_MIB) {
    const why = t("file.tooLarge", { name: file.name, mib: mib.toFixed(1), max: MAX_FILE_MIB });
    return { kind: "refused", why };
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch (error) {
    const why =
      error instanceof TypeError
        ? t("file.notUtf8", { name: file.name })
        : t("file.unreadable", { name: file.name });
    return { kind: "refused", why };
  }
  if (text.includes("\u0000")) {
    return { kind: "refused", why: t("file.noText", { name: file.name }) };
  }
  const isJson = /\.json$/i.test(file.name) || /^\s*\{\s*"/.test(text.slice(0, 200));
  return { kind: isJson ? "reproducer" : "text", text, title: file.name };
}

/** The name for a program's file: "ResNet-18, edited" becomes "ResNet-18-edited.relay". */
export function fileName(title: string): string {
  const stem = title.replace(/\.(?:relay|txt)$/i, "").replace(/[^\w.-]+/g, "-");
  return `${stem.replace(/^[-.]+|[-.]+$/g, "") || "program"}.relay`;
}
