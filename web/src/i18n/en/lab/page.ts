// The page's frame: head, help, failures, and what many views share.

export const page = {
  "page.title": "Passcope: compiler passes under the microscope",
  "language.menu": "Language",
  "language.failed": "The language’s texts could not be loaded. Is there a connection?",
};
