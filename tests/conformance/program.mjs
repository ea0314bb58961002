// Runs `passcope_conform` in tests.
import { passcope, root } from "../cli/cli.mjs";

/** `passcope_conform` of the sanitised build. */
export const conformProgram = `${root}build/debug/passcope_conform`;

/** @param {string[]} args */
export const conform = (args) => passcope(args, "", conformProgram);
