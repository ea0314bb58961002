// The list of the tutorials. Its links lead to cells in the language that the reader chose last.
import { followRemembered } from "./remember-code";

followRemembered();
