// Styles of the embedded element. The page around it can set every token as `--passcope-…`.
import { css, unsafeCSS, type CSSResult } from "lit";
import tokens from "../ui/styles/tokens.css?inline";

/** `--radius: X` becomes `--radius: var(--passcope-radius, X)`. */
const settable = tokens.replace(
  /--([\w-]+):\s*([^;{}]+)(?=[;}])/g,
  (_, name: string, value: string) => `--${name}: var(--passcope-${name}, ${value})`,
);

export const hostTokens: CSSResult = unsafeCSS(settable);

export const frameStyles = css`
  :host {
    display: block;
    color-scheme: var(--passcope-color-scheme, inherit);
    /* Shades of the accent, which the page around may set. */
    --accent-hover: var(
      --passcope-accent-hover,
      color-mix(in oklab, var(--accent) 85%, var(--text))
    );
    --accent-soft: var(
      --passcope-accent-soft,
      color-mix(in oklab, var(--accent) 13%, var(--surface))
    );
    --accent-line: var(
      --passcope-accent-line,
      color-mix(in oklab, var(--accent) 45%, var(--surface))
    );
  }
  .frame {
    container-type: inline-size;
    display: flex;
    flex-direction: column;
    height: 100%;
    border: 1px solid var(--border);
    border-radius: var(--radius);
    background: var(--surface);
    overflow: hidden;
  }
  /* The page's styles of text have no effect inside. The content between the tags is the page's own. */
  .bar,
  .problems,
  .results {
    color: var(--text);
    font: 400 var(--text-m) / 1.45 var(--font);
    letter-spacing: normal;
    text-align: start;
    text-indent: 0;
    text-transform: none;
    word-spacing: normal;
    white-space: normal;
  }
  .bar {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s1) var(--s3);
    padding: var(--s2) var(--s3);
    border-bottom: 1px solid var(--border);
    background: var(--bg);
  }
  .what {
    flex: 1 1 14rem;
    min-width: 0;
  }
  .title {
    font-weight: 650;
  }
  .passes {
    display: block;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .status {
    display: flex;
    align-items: center;
    gap: var(--s2);
    color: var(--muted);
    font-size: var(--text-s);
    line-height: 1.25;
  }
  .dot {
    flex: none;
    width: 0.5rem;
    height: 0.5rem;
    border-radius: 50%;
    background: var(--border-strong);
  }
  .busy .dot,
  .measuring .dot {
    background: var(--accent);
    animation: pulse 0.9s ease-in-out infinite alternate;
  }
  .done .dot {
    background: var(--plus);
  }
  .outdated .dot {
    background: var(--warn);
  }
  .failed .dot {
    background: var(--minus);
  }
  @keyframes pulse {
    to {
      opacity: 0.25;
    }
  }
  .playground {
    color: var(--accent);
    font-size: var(--text-s);
  }
  .problems {
    padding: var(--s2) var(--s3);
    border-bottom: 1px solid var(--border);
    border-left: 3px solid var(--warn);
    background: var(--warn-soft);
    font-size: var(--text-s);
    overflow-wrap: anywhere;
  }
  .problems.severe {
    border-left-color: var(--minus);
    background: var(--minus-soft);
  }
  .problems ul {
    padding-left: var(--s4);
    list-style: disc;
  }
  .preview {
    padding: var(--s2) var(--s3);
    border-bottom: 1px solid var(--border);
    color: var(--text);
    font: 400 var(--text-m) / 1.45 var(--font);
  }
  .preview pre {
    max-height: 20rem;
    margin: var(--s2) 0 0;
    overflow: auto;
  }
  .static {
    min-width: 0;
    padding: var(--s3);
    overflow: auto;
  }
  .results {
    flex: 1 1 var(--passcope-height, 34rem);
    min-height: 0;
  }
  @container (max-width: 52rem) {
    .results.two {
      flex-basis: var(--passcope-height, 52rem);
    }
  }
`;
