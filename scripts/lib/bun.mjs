// The program of the npm package `bun`, for tests.

import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { UserError, root } from "./run.mjs";

/** Bun for this machine: where the installation of the package has put it, or in the package that it was taken from. */
export function findBun() {
  const modules = path.join(root, "node_modules");
  const scope = path.join(modules, "@oven");
  const places = [
    path.join(modules, "bun/bin/bun.exe"),
    ...(existsSync(scope) ? readdirSync(scope) : []).map((each) =>
      path.join(scope, each, "bin/bun"),
    ),
  ];
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new UserError("the package bun has no program for this machine");
  return found;
}
