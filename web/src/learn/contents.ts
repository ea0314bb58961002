// The list of the tutorials: its links lead to cells in the language that was chosen last.
import { followRemembered } from "./remember-code";

followRemembered();
