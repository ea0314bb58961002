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
