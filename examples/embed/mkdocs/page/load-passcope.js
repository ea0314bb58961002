// Every version of MkDocs includes this as a classic script; the element's is a module.
import("./passcope-embed/passcope-demo.js");
