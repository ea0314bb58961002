// Reads the outputs of examples that replay a tutorial. Each cell's text follows a line "== name ==".

/**
 * The cells of an output by name, in order.
 *
 * @param {string} output
 * @returns {Map<string, string>}
 */
export function cells(output) {
  const parts = output.split(/^== (\S+) ==\n/m);
  const map = new Map();
  for (let i = 1; i < parts.length; i += 2) map.set(parts[i], parts[i + 1].replace(/\n$/, ""));
  return map;
}

/** Renumbers fresh variables %x_101, %x_102, … from 0. */
export function renumbered(text) {
  const names = [];
  return text.replace(/%x_\d+/g, (name) => {
    if (!names.includes(name)) names.push(name);
    return `%fresh${names.indexOf(name)}`;
  });
}

/** The end of the text that begins at `at` and nests by parentheses and braces. */
function endOfNested(text, at) {
  let depth = 0;
  for (let opened = false; at < text.length && (!opened || depth > 0); at += 1) {
    if ("({".includes(text[at])) {
      depth += 1;
      opened = true;
    } else if (")}".includes(text[at])) depth -= 1;
  }
  return at;
}

/**
 * The text without devices and hashes, which contain addresses in TVM. It also lacks the mark of primitive functions,
 * because a hash table decides its position among the attributes in TVM.
 */
export function withoutLabels(text) {
  for (const begin of [" {virtual_device=", ", virtual_device="]) {
    for (let at; (at = text.indexOf(begin)) >= 0;) {
      text = text.slice(0, at) + text.slice(endOfNested(text, at));
    }
  }
  return text.replace(/, (hash="[^"]*"|Primitive=1)|(hash="[^"]*"|Primitive=1)(, )?/g, "");
}
