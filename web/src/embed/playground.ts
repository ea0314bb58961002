// Where the playground is, as seen from the element's script; a file of its own, since the package's copy of
// the element comes without one. Undefined: there is none, unless an attribute names it.
export const playground: string | undefined = "../";
