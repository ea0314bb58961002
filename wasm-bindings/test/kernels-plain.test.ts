// The kernels with plain SIMD. An engine loads one module of kernels, so each module has its own test file.
import { kernelTests } from "./kernel-cases.js";

kernelTests("passcope.kernels.wasm");
