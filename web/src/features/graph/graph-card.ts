// The card of the selected node: operator, attributes, type, inputs and users.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "./texts";
import { t as editor } from "../../editor/texts";
import {
  attributeRows,
  inputsOf,
  nodeName,
  statusWord,
  statusWords,
  usersOf,
  type AttributeRow,
} from "./describe";
import { isBlock } from "./blocks";
import type { Scene, SceneNode } from "./scene";
import { messageText } from "../../i18n/message";
import type { PassRemark } from "../../core/protocol/messages";
import { sentencesOf } from "../../core/trace/remarks";
import { closeIcon, remarkIcon } from "../../ui/icons";

export interface CardActions {
  go(node: number): void;
  show(node: number): void;
  toggle(node: number): void;
  /** Requests the lineage of a node. Undefined if no pass of a trace made the program. */
  lineage: ((node: number) => void) | undefined;
  close(): void;
}

const MANY = 12;

/** The remarks on nodes of the program before. The keys are places in its text: `placeKey`. */
export type NodeRemarks = ReadonlyMap<string, readonly PassRemark[]>;
/** Line and column, both from 0. */
export const placeKey = (line: number, column: number): string => `${line}:${column}`;

export function graphCard(
  scene: Scene,
  i: number,
  actions: CardActions,
  remarks: NodeRemarks,
): TemplateResult {
  const node = scene.nodes[i];
  if (!node) return html``;
  const [only] = node.members;
  return html`<section class="card" aria-label=${t("node.selected")}>
    <header>
      <h3>${nodeName(node)}</h3>
      ${
        node.status === "same"
          ? nothing
          : html`<span class="tag ${node.status}">${statusWords(node)}</span>`
      }
      <button
        type="button"
        class="icon"
        aria-label=${t("node.close")}
        @click=${() => actions.close()}
      >
        ${closeIcon}
      </button>
    </header>
    <div class="body">
      ${isBlock(node) ? html`<p>${node.contents}</p>` : node.collapsed ? memberList(node) : only ? facts(node) : nothing}
      ${saidOf(node, remarks)}
      ${links(t("node.inputs"), scene, inputsOf(scene, i), node.elided, actions)}
      ${links(t("node.usedBy"), scene, usersOf(scene, i), [], actions)}
      <div class="actions">
        ${
          only?.node.raw.line === undefined
            ? nothing
            : html`<button type="button" @click=${() => actions.show(i)}>${t("node.show")}</button>`
        }
        ${
          only?.node.raw.line === undefined || !actions.lineage
            ? nothing
            : html`<button type="button" @click=${() => actions.lineage?.(i)}>
                ${t("lineage.ofNode")}
              </button>`
        }
        ${
          node.fn === undefined && node.block === undefined
            ? nothing
            : html`<button type="button" @click=${() => actions.toggle(i)}>
                ${t(
                  node.fn === undefined
                    ? node.collapsed
                      ? "node.openBlock"
                      : "node.shutBlock"
                    : node.collapsed
                      ? "node.open"
                      : "node.shut",
                )}
              </button>`
        }
      </div>
    </div>
  </section>`;
}

/** The pass's remarks on the members of a node. */
function saidOf({ members }: SceneNode, remarks: NodeRemarks): TemplateResult | typeof nothing {
  const said = members.flatMap(({ node, was, status }) => {
    // Remarks refer to the program before, so added nodes have none.
    const raw = was?.raw ?? (status === "added" ? undefined : node.raw);
    if (raw?.line === undefined) return [];
    return remarks.get(placeKey(raw.line, raw.column ?? 0)) ?? [];
  });
  if (said.length === 0) return nothing;
  const all = sentencesOf(said);
  return html`<div class="remarks">
    <div class="muted">${t("remarks.ofNode")}</div>
    <ul>
      ${all.slice(0, MANY).map(
        ({ remark, times }) =>
          html`<li class=${remark.type}>
            ${remarkIcon(remark.type)}
            <span
              ><span class="visually-hidden">${editor(`remarks.${remark.type}`)}: </span
              >${messageText(remark.message)}${
                times > 1 ? ` ${editor("remarks.times", { times })}` : nothing
              }</span
            >
          </li>`,
      )}
    </ul>
    ${all.length > MANY ? html`<span class="muted">${editor("remarks.moreHere", { more: all.length - MANY })}</span>` : nothing}
  </div>`;
}

function facts(node: SceneNode): TemplateResult {
  const [member] = node.members;
  if (!member) return html``;
  const { raw, type } = member.node;
  const was = member.was;
  const family = t(`family.${node.family}`);
  const typeWas = was && was.type !== type && was.type !== "" ? was.type : undefined;
  return html`<dl>
    <dt>${t("node.kind")}</dt>
    <dd>${raw.pattern ? t("node.ofKind", { family, pattern: raw.pattern }) : family}</dd>
    ${type || typeWas ? row({ name: t("node.type"), value: type, was: typeWas }) : nothing}
    ${attributeRows(raw.attrs ?? "", was ? (was.raw.attrs ?? "") : undefined).map(row)}
  </dl>`;
}

function row({ name, value, was }: AttributeRow): TemplateResult {
  return html`<dt>${name}</dt>
    <dd>
      ${was ? html`<del><code>${was}</code></del> ` : nothing}${
        was === undefined
          ? html`<code>${value}</code>`
          : value
            ? html`<ins><code>${value}</code></ins>`
            : html`<span class="muted">${t("node.default")}</span>`
      }
    </dd>`;
}

function memberList(node: SceneNode): TemplateResult {
  return html`<ol>
    ${node.members.map(
      ({ node: { raw }, status }) =>
        html`<li>
          <code>${raw.label}</code>${
            status === "same"
              ? nothing
              : html` <span class="tag ${status}">${statusWord(status)}</span>`
          }
        </li>`,
    )}
  </ol>`;
}

function links(
  title: string,
  scene: Scene,
  nodes: readonly number[],
  others: readonly string[],
  actions: CardActions,
): TemplateResult | typeof nothing {
  if (nodes.length + others.length === 0) return nothing;
  return html`<div>
    <div class="muted">${title}</div>
    <div class="links">
      ${nodes.slice(0, MANY).map((to) => {
        const node = scene.nodes[to];
        return node
          ? html`<button type="button" @click=${() => actions.go(to)}>${nodeName(node)}</button>`
          : nothing;
      })}
      ${nodes.length > MANY ? html`<span class="muted">${t("node.more", { more: nodes.length - MANY })}</span>` : nothing}
      ${others.map((text) => html`<span class="muted">${text}</span>`)}
    </div>
  </div>`;
}
