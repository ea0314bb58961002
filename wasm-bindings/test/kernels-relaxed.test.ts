// The kernels with the fused multiply-add of relaxed SIMD, which needs a flag in Node 20.
import { setFlagsFromString } from "node:v8";
import { kernelTests } from "./kernel-cases.js";

setFlagsFromString("--experimental-wasm-relaxed-simd");
kernelTests("passcope.kernels.relaxed.wasm");
