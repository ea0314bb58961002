// Texts about the engine, the sandbox, options and documents, in English.

export const core = {
  "engine.notLoaded": "The engine could not be loaded",
  "engine.unreachable": "Its files could not be fetched. Is there a connection?",
  "engine.unreadable": "A reply could not be read.",
  "engine.ended": "The browser ended it, perhaps for lack of memory.",
  "engine.error": "Error",

  "sandbox.frame": "Sandbox of the code",
  "sandbox.stopped": "The code was stopped",
  "sandbox.flooded": "It sent more messages than the page accepts.",
  "sandbox.printed": "It printed more than the page accepts.",
  "sandbox.noAnswer": ({ why }: { why: string }) =>
    `It sent a message that is not a reply (${why}).`,
  "sandbox.ports": "It sent channels, which no reply has.",
  "sandbox.closed": "It closed its worker, or the browser ended it, perhaps for lack of memory.",
  "sandbox.lost": "The browser ended the sandbox, perhaps for lack of memory.",
  "sandbox.restless":
    "It went on after its answer. So its sandbox was ended, and with it the programs of this trace.",
  "sandbox.broke": "The sandbox failed.",

  "text.cut": ({ characters }: { characters: number }) => `… (${characters} more characters)`,

  "options.config": "The context's config",
  "options.of": ({ name }: { name: string }) => `Options of ${name}`,
  "options.notJson": ({ why }: { why: string }) => `Not valid JSON: ${why}`,
  "options.notObject": 'Options must be a JSON object, for example {"name": value}.',
  "options.tooDeep": "Options must not nest deeper than 64 levels.",

  "row.stage": ({ number }: { number: number }) => `Stage ${number}`,
  "row.bind": "bind parameters",
  "row.edit": "edit",
  "row.edited": "edited program",
  "row.program": "the program",
  "row.inside": ({ name, step }: { name: string; step: string }) => `${name} in ${step}`,
  "row.before": ({ name }: { name: string }) => `before ${name}`,
  "row.after": ({ name }: { name: string }) => `after ${name}`,
  "reason.disabled": "disabled",
  "reason.opt-level": ({ level, allowed }: { level: number; allowed: number }) =>
    `opt level ${level} > ${allowed}`,
  "reason.vetoed": ({ by }: { by: string }) => `vetoed by ${by}`,
  "reason.required": ({ by }: { by: string }) => `required by ${by}`,
  "reason.dependency": ({ by }: { by: string }) => `${by}, which requires it, did not run`,
  "reason.not-reached": ({ by }: { by: string }) => `not reached: ${by} failed`,

  "doubt.first": "The time of the first run, with cold code and caches",
  "doubt.code":
    "It ran once, because repeating it would run your code again. A cold run often takes 5 to 10 times as long as later ones.",
  "doubt.rough": "Uncertain: it still varied by more than 10 % when measuring ended",
  "doubt.near": "Uncertain: its spread overlaps the time of another pass",

  "source.ownTitle": "Your text",
  "source.edited": ({ title }: { title: string }) => `${title}, edited`,
  "source.reduced": ({ title }: { title: string }) => `${title}, reduced`,
  "source.untitled": "my program",

  "import.missingName": "A file is needed",
  "import.missing": ({ names }: { names: readonly string[] }) =>
    `This program was imported from ${names.join(", ")}, which is not here. Links and saved workspaces contain only the name of a model's file. Open the file to continue.`,

  "history.pipeline": "Changed the pipeline",
  "history.source": ({ title }: { title: string }) => `Chose ${title}`,
  "history.gaveUp": "Discarded the changes of the text",
  "history.opened": ({ name }: { name: string }) => `Opened ${name}`,
  "history.codeLanguage": ({ language }: { language: string }) => `Code in ${language}`,
  "history.asPython": "Opened the view as Python code",
  "history.link": "Opened a link",
  "history.earlier": "Went back to the work of the last visit",
  "history.continued": "Put the edited program into the pipeline",
  "history.reduced": "Opened the reduced program",
  "compare.current": "This pipeline",
  "compare.kept": ({ name }: { name: string }) => `Saved the pipeline as variant ${name}`,
  "compare.removed": ({ name }: { name: string }) => `Removed variant ${name}`,
  "compare.renamed": ({ name }: { name: string }) => `Renamed a variant to ${name}`,
  "compare.swapped": ({ name }: { name: string }) => `Swapped with variant ${name}`,
  "history.undone": ({ what }: { what: string }) => `Undone: ${what}`,
  "history.redone": ({ what }: { what: string }) => `Redone: ${what}`,

  "keep.otherTab": "This work is also open in another tab",
  "keep.otherTabWhy":
    "Each tab keeps its own changes. Only the other tab's work is saved for the next visit, until you close that tab.",
  "keep.failed": "The browser cannot save this work",
  "keep.failedWhy":
    "It has no space for it, or does not allow it. A reload may lose your changes. Save reproducer saves them as a file.",

  "link.notOpened": "The link could not be opened",
  "link.none": "The address does not describe a view.",
  "link.newer": "A newer version of this page made it. Reload the page to get that version.",
  "link.tooLong": "It is too long.",
  "link.damaged": "It is damaged. Perhaps a part of it is missing.",
  "link.unfolds": "It decompresses to more than this page reads.",

  "document.name": "The document",
  "document.notOpened": ({ name }: { name: string }) => `${name} could not be opened`,
  "document.tooLarge": "The document is larger than 64 MiB.",
  "document.notJson": ({ why }: { why: string }) => `It is not JSON: ${why}`,
  "document.language": ({ known }: { known: string }) =>
    `The language of the code must be one of: ${known}.`,
  "document.noFormat": 'A reproducer contains "reproducer": 1; this document does not.',
  "document.tooMany": "The pipeline has too many parts.",
  "document.tooLong": ({ where, characters }: { where: string; characters: number }) =>
    `${where} is longer than ${characters} characters.`,
  "document.tooDeep": ({ where }: { where: string }) => `${where} is nested too deeply.`,
  "document.stageKind": ({ where }: { where: string }) =>
    `${where}.kind must be bind, edit or passes.`,
  "document.noOption": ({ where }: { where: string }) => `${where} is not an option of a model.`,
  "document.noImport": ({ why }: { why: string }) =>
    `It does not describe how to import a model's file: ${why}.`,
  "document.object": ({ where }: { where: string }) => `${where} must be an object.`,
  "document.list": ({ where }: { where: string }) => `${where} must be a list.`,
  "document.text": ({ where }: { where: string }) => `${where} must be a string.`,
  "document.level": ({ where }: { where: string }) => `${where} must be an opt level.`,

  "pipeline.unreadable": "The pipeline cannot be read",
  "pipeline.mistake.pipeline": (p: { expected: string; at: number; found: string }) =>
    `Expected ${p.expected} at character ${p.at + 1}, but ${
      p.found === "" ? "the text ends there" : `found “${p.found}”`
    }.`,
  "pipeline.mistake.instruments": (p: { expected: string; at: number; found: string }) =>
    `List of instruments: expected ${p.expected} at character ${p.at + 1}, but ${
      p.found === "" ? "the text ends there" : `found “${p.found}”`
    }.`,
  "pipeline.expected.name": "the name of a pass or an instrument",
  "pipeline.expected.option": "an option as name=value",
  "pipeline.expected.value": "a value",
  "pipeline.expected.separator": "a comma or semicolon",
  "pipeline.expected.closing": "a closing bracket or quote",
  "pipeline.expected.passes": "the passes of the Sequential, in brackets",
  "pipeline.expected.shallower": "a value with less nesting",
};
