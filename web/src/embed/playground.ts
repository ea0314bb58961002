// The path of the playground from the element's script. It is a separate file because the package's copy of the element
// has another one. Undefined if there is no playground, unless an attribute names it.
export const playground: string | undefined = "../";
