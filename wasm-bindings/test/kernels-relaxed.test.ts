// The kernels' loops with the fused multiply-add of relaxed SIMD, which Node 20 has behind a flag.
import { setFlagsFromString } from "node:v8";
import { kernelTests } from "./kernel-cases.js";

setFlagsFromString("--experimental-wasm-relaxed-simd");
kernelTests("passcope.kernels.relaxed.wasm");
