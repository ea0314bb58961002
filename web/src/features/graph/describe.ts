// Describes nodes in words, for screen readers, the card and the search.
import { t } from "./texts";
import type { Scene, SceneNode } from "./scene";
import { shortType, splitAttrs } from "./text";
import type { Status } from "./union";

const CHANGE_KEYS = {
  attributes: "node.attributes",
  inputs: "node.inputsChanged",
  type: "node.typeChanged",
  value: "node.value",
} as const;

export const statusWord = (status: Status): string =>
  status === "same" ? "" : t(`node.${status}`);

/** "nn.conv2d %5": the operator and the name in the text. */
export function nodeName(node: SceneNode): string {
  const name = node.collapsed ? undefined : node.members[0]?.node.raw.name;
  return name && name !== node.title && /^%\d|^%[a-z]/i.test(name)
    ? `${node.title} ${name}`
    : node.title;
}

export function statusWords(node: SceneNode): string {
  const status = statusWord(node.status);
  const changes = node.changes.map((change) => t(CHANGE_KEYS[change]));
  return changes.length > 0 ? t("node.changes", { status, changes }) : status;
}

function typeOf(node: SceneNode): string {
  return node.members.at(-1)?.node.type ?? "";
}

function named(scene: Scene, nodes: readonly number[]): string {
  const names = nodes.map((i) => scene.nodes[i]).map((node) => (node ? nodeName(node) : ""));
  return names.length > 6
    ? t("node.andMore", { shown: names.slice(0, 6), more: names.length - 6 })
    : t("node.words", { words: names });
}

export function inputsOf(scene: Scene, i: number): number[] {
  return [...new Set((scene.ins[i] ?? []).map(({ from }) => from))];
}

export function usersOf(scene: Scene, i: number): number[] {
  return [...new Set((scene.outs[i] ?? []).map(({ to }) => to))];
}

/** The announcement of a selected node to screen readers. */
export function announcement(scene: Scene, i: number): string {
  const node = scene.nodes[i];
  if (!node) return "";
  const inputs = t("node.words", {
    words: [named(scene, inputsOf(scene, i)), ...node.elided].filter(Boolean),
  });
  const users = named(scene, usersOf(scene, i));
  const parts = [
    nodeName(node),
    statusWords(node),
    shortType(typeOf(node)),
    inputs ? t("node.hasInputs", { inputs }) : t("node.noInputs"),
    users ? t("node.hasUsers", { users }) : t("node.noUsers"),
  ];
  return t("node.sentence", { parts: parts.filter(Boolean) });
}

export interface AttributeRow {
  readonly name: string;
  readonly value: string;
  /** The value before, if it differs; empty if the attribute is new. */
  readonly was: string | undefined;
}

const asMap = (attrs: string): Map<string, string> =>
  new Map(
    splitAttrs(attrs).map((attr): [string, string] => {
      const at = attr.indexOf("=");
      return at < 0 ? [attr, ""] : [attr.slice(0, at), attr.slice(at + 1)];
    }),
  );

/** The attributes that differ from their defaults, before or after. */
export function attributeRows(now: string, before: string | undefined): AttributeRow[] {
  const current = asMap(now);
  const old = before === undefined ? current : asMap(before);
  return [...new Set([...current.keys(), ...old.keys()])].map((name) => {
    const value = current.get(name) ?? "";
    const was = old.get(name) ?? "";
    return { name, value, was: was === value ? undefined : was };
  });
}

/** True if a search finds the node by its operator, its name, an attribute or its type. */
export function matches(node: SceneNode, wanted: string): boolean {
  const needle = wanted.toLowerCase();
  const has = (text: string | undefined): boolean => text?.toLowerCase().includes(needle) ?? false;
  return (
    has(node.title) ||
    node.members.some(
      ({ node: { raw, type } }) =>
        has(raw.label) || has(raw.name) || has(raw.attrs) || has(type) || has(shortType(type)),
    ) ||
    node.elided.some(has)
  );
}
