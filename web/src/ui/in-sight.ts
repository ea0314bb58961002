// Scrolling that stays inside of a panel.

/**
 * Scrolls a panel so that a row of it is seen, below the head that stays in place; nothing around the panel moves,
 * since nobody has pressed anything in it.
 */
export function bringIntoSight(row: Element, panel: Element): void {
  const [box, view] = [row.getBoundingClientRect(), panel.getBoundingClientRect()];
  const below = box.bottom - view.bottom;
  const above = view.top + 2 * box.height - box.top;
  if (below > 0) panel.scrollTop += below + box.height;
  else if (above > 0) panel.scrollTop -= above;
}
