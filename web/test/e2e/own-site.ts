// A copy of the built site on its own server. It can be updated while pages are open.
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "./page";

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export class OwnSite {
  /** The version after `update`. */
  static readonly NEXT = "1".repeat(16);

  private constructor(
    readonly origin: string,
    /** The server's folder, and the site's below it. */
    readonly root: string,
    private readonly below: string,
    private readonly server: ChildProcess,
  ) {}

  get address(): string {
    return this.origin + this.below;
  }

  private get folder(): string {
    return path.join(this.root, this.below);
  }

  /** @param below the folder of the site on its server, with a slash behind it. */
  static async open(below = ""): Promise<OwnSite> {
    const folder = await mkdtemp(path.join(tmpdir(), "passcope-site-"));
    await cp(path.resolve(import.meta.dirname, "../../dist"), path.join(folder, below), {
      recursive: true,
    });
    const port = await freePort();
    const script = path.join(import.meta.dirname, "static-server.mjs");
    const server = spawn(process.execPath, [script, folder, String(port)]);
    const address = `http://127.0.0.1:${port}/`;
    const answers = (): Promise<boolean> =>
      fetch(address + below).then(
        (response) => response.ok,
        () => false,
      );
    await expect.poll(answers).toBe(true);
    return new OwnSite(address, folder, below, server);
  }

  async close(): Promise<void> {
    this.server.kill();
    await once(this.server, "exit");
    await rm(this.root, { recursive: true });
  }

  /** Renames all assets, as after a change of each. */
  async update(): Promise<void> {
    const site = this.folder;
    const worker = await readFile(path.join(site, "sw.js"), "utf8");
    const page = await readFile(path.join(site, "index.html"), "utf8");
    const [, version = ""] = /<meta name="version" content="(\w+)"/.exec(page) ?? [];
    const assets = path.join(site, "assets");
    const names = (await readdir(assets)).filter((name) => /-[\w-]{8}\.\w+$/.test(name));
    const renamed = new Map(
      names.map((name, i) => [
        name,
        name.replace(/-[\w-]{8}\./, `-${String(i).padStart(8, "0")}.`),
      ]),
    );
    const text = /\.(?:js|css|html)$/;
    for (const file of [
      "index.html",
      ...(await readdir(assets)).map((name) => `assets/${name}`).filter((name) => text.test(name)),
    ]) {
      let content = await readFile(path.join(site, file), "utf8");
      for (const [from, to] of renamed) content = content.replaceAll(from, to);
      await writeFile(path.join(site, file), content.replaceAll(version, OwnSite.NEXT));
    }
    for (const [from, to] of renamed) await rename(path.join(assets, from), path.join(assets, to));
    const [listed = "{}"] = /\{(?:"[^"]+":"sha256-[^"]+",?)+\}/.exec(worker) ?? [];
    const files = await Promise.all(
      Object.keys(JSON.parse(listed) as object).map(async (name) => {
        const now = `${path.dirname(name)}/${renamed.get(path.basename(name)) ?? path.basename(name)}`;
        const bytes = await readFile(path.join(site, now));
        const digest = createHash("sha256").update(bytes).digest("base64");
        return [now.replace(/^\.\//, ""), `sha256-${digest}`] as const;
      }),
    );
    await writeFile(
      path.join(site, "sw.js"),
      worker
        .replace(listed, JSON.stringify(Object.fromEntries(files)))
        .replaceAll(version, OwnSite.NEXT),
    );
  }
}
