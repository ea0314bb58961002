// Runs tasks side by side, as far as the processor's cores go.

/**
 * @typedef {{name: string, cores: number, after?: string[], run: () => Promise<void>}} Task
 *   `cores`: how many cores the task keeps busy, none for one that takes what others leave; `after`: names of tasks that end before it begins.
 */

/**
 * Runs every task once. They begin in their order; one that waits for others lets later ones pass, one that
 * waits for cores does not, so that a wide task is not kept waiting by narrow ones for ever. A task with more
 * cores than there are runs alone.
 *
 * @param {Task[]} tasks names of `after` that no task has are taken as done
 * @param {number} cores
 * @throws the first error of a task, after all that had begun have ended
 */
export function runTasks(tasks, cores) {
  const waiting = [...tasks];
  const names = new Set(tasks.map((task) => task.name));
  const done = new Set();
  let free = cores;
  let running = 0;
  let failure;
  return new Promise((resolve, reject) => {
    const next = () => {
      for (let i = 0; i < waiting.length && !failure;) {
        const task = waiting[i];
        if ((task.after ?? []).some((name) => names.has(name) && !done.has(name))) {
          i += 1;
          continue;
        }
        const wanted = Math.min(task.cores, cores);
        if (wanted > free) break;
        waiting.splice(i, 1);
        free -= wanted;
        running += 1;
        Promise.resolve()
          .then(task.run)
          .catch((error) => {
            failure ??= { error };
          })
          .finally(() => {
            done.add(task.name);
            free += wanted;
            running -= 1;
            next();
          });
      }
      if (running > 0) return;
      if (failure) reject(failure.error);
      else if (waiting.length > 0) {
        reject(new Error(`tasks wait for each other: ${waiting.map((task) => task.name)}`));
      } else resolve();
    };
    next();
  });
}
