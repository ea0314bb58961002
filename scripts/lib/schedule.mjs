// Runs tasks in parallel, as many as the processor's cores allow.

/**
 * @typedef {{name: string, cores: number, after?: string[], run: () => Promise<void>}} Task
 *   `cores`: the number of cores that the task keeps busy; 0 if it only uses time that others leave. `after`: names of
 *   tasks that must end before it begins.
 */

/**
 * Runs every task once, in order. A task that waits for other tasks lets later ones pass. A task that waits for cores
 * does not, so narrow tasks cannot delay a wide one for ever. A task that needs more cores than there are runs alone.
 *
 * @param {Task[]} tasks names in `after` without a task count as done
 * @param {number} cores
 * @throws the first error of a task, after all started tasks have ended
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
