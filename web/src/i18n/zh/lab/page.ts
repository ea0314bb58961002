// The page's frame: head, help, failures, and what many views share.
import type { page as en } from "../../en/lab/page";
import type { Translation } from "../../texts";

export const page: Translation<typeof en> = {
  "page.title": "Passcope:显微镜下的编译器 Pass",
  "language.menu": "语言",
  "language.failed": "无法加载该语言的文本。网络连接正常吗?",
};
