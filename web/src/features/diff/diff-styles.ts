// How the selected pass and its changes look.
import { css } from "lit";

export const diffStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    height: 100%;
    container-type: inline-size;
  }
  /* One row: the description on the left, the actions on the right. */
  .head {
    display: flex;
    align-items: center;
    gap: 0 var(--s3);
    /* High enough for all buttons, so nothing moves when one appears. */
    min-height: 2.375rem;
    padding: 0 var(--s2) 0 var(--s3);
    border-bottom: 1px solid var(--border);
    background: var(--sunken);
    font-size: var(--text-s);
  }
  .what {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .what > * {
    margin-right: var(--s2);
  }
  .end {
    display: flex;
    flex: none;
    align-items: center;
    gap: var(--s1);
  }
  .lines {
    margin-right: var(--s1);
    white-space: nowrap;
  }
  @container (max-width: 60rem) {
    .renumbered {
      display: none;
    }
  }
  @container (max-width: 40rem) {
    .head {
      flex-wrap: wrap;
      padding-block: var(--s1);
    }
    .what {
      flex-basis: 100%;
      white-space: normal;
    }
    .end {
      flex: 1;
      flex-wrap: wrap;
      gap: 0;
    }
    .lines {
      margin-right: auto;
    }
  }
  .what strong {
    font-size: var(--text-m);
    font-weight: 650;
  }
  .plus {
    color: var(--plus);
    font-weight: 600;
  }
  .minus {
    color: var(--minus);
    font-weight: 600;
  }
  .sides {
    display: flex;
    flex: 1 1 20rem;
    gap: var(--s2);
    align-items: center;
    min-width: 0;
  }
  .side {
    min-width: 0;
    flex: 0 1 16rem;
    gap: var(--s1);
  }
  .side select {
    min-width: 0;
    width: 100%;
  }
  .letter {
    color: var(--muted);
    font-size: var(--text-s);
    font-weight: 600;
  }
  .note {
    margin: 0;
    padding: var(--s2) var(--s3);
    border-bottom: 1px solid var(--border);
    color: var(--muted);
    font-size: var(--text-s);
  }
  .end .missed {
    color: var(--warn);
  }
  pc-marked-program,
  pc-merge,
  pc-diff-preview {
    flex: 1;
    min-height: 0;
  }
  .failure {
    margin: var(--s3);
  }
`;
