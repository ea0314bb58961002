// The kernels' loops as WebAssembly with plain SIMD; an engine has one module of them, hence a file for each.
import { kernelTests } from "./kernel-cases.js";

kernelTests("passcope.kernels.wasm");
