// Scrolling that stays inside of a panel.

/**
 * Scrolls a panel so that a row is visible below the panel's fixed head. Nothing around the panel scrolls, because the
 * user did not press anything in it.
 */
export function bringIntoSight(row: Element, panel: Element): void {
  const [box, view] = [row.getBoundingClientRect(), panel.getBoundingClientRect()];
  const below = box.bottom - view.bottom;
  const above = view.top + 2 * box.height - box.top;
  if (below > 0) panel.scrollTop += below + box.height;
  else if (above > 0) panel.scrollTop -= above;
}

/** Scrolls on to the next row if the panel's fixed head covers a part of a row. */
export function showWholeRows(rows: Iterable<Element>, head: Element, panel: Element): void {
  if (panel.scrollTop === 0) return;
  const edge = head.getBoundingClientRect().bottom;
  for (const row of rows) {
    const { top, bottom } = row.getBoundingClientRect();
    if (bottom <= edge + 1) continue;
    if (top < edge - 1) panel.scrollTop += bottom - edge;
    return;
  }
}
