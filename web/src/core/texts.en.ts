// What is said of the engine, the sandbox, options and documents, in English.

export const core = {
  "engine.notLoaded": "The engine could not be loaded",
  "engine.unreachable": "Its files did not arrive. Is there a connection?",
  "engine.unreadable": "A reply could not be read.",
  "engine.ended": "The browser ended it, for want of memory perhaps.",
  "engine.error": "Error",

  "sandbox.frame": "Sandbox of the code",
  "sandbox.stopped": "The code was stopped",
  "sandbox.flooded": "It sent more messages than the page can take.",
  "sandbox.printed": "It printed more than the page can take.",
  "sandbox.noAnswer": ({ why }: { why: string }) => `It sent a message that is no answer (${why}).`,
  "sandbox.ports": "It sent channels along, which no answer has.",
  "sandbox.closed": "It closed its worker, or the browser ended it, for want of memory perhaps.",
  "sandbox.lost": "The browser ended the sandbox, for want of memory perhaps.",
  "sandbox.broke": "The sandbox broke down.",

  "text.cut": ({ characters }: { characters: number }) => `… (${characters} more characters)`,

  "options.config": "The context's config",
  "options.of": ({ name }: { name: string }) => `Options of ${name}`,
  "options.notJson": ({ why }: { why: string }) => `Not valid JSON: ${why}`,
  "options.notObject": 'Options are a JSON object, for example {"name": value}.',
  "options.tooDeep": "Options are nested no deeper than 64 levels.",

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
  "reason.required": ({ by }: { by: string }) => `dependency of ${by}`,
  "reason.dependency": ({ by }: { by: string }) => `dependency of ${by}`,
  "reason.not-reached": ({ by }: { by: string }) => `not reached: ${by} failed`,

  "doubt.first": "The time of the first run, in which code and caches are cold",
  "doubt.code":
    "It ran once, since repeating it would run your code again: the time of a cold run, often 5 to 10 times what it takes later",
  "doubt.rough": "Uncertain: it still varied by more than a tenth when measuring ended",
  "doubt.near":
    "Uncertain: it spreads so much that it cannot be told from the time of another pass",

  "source.ownTitle": "Your text",
  "source.edited": ({ title }: { title: string }) => `${title}, edited`,
  "source.reduced": ({ title }: { title: string }) => `${title}, reduced`,
  "source.untitled": "my program",

  "import.missingName": "A file is needed",
  "import.missing": ({ names }: { names: readonly string[] }) =>
    `This program was imported from ${names.join(", ")}, which is not here: links and saved workspaces name a model's file and do not carry it. Open the file to go on.`,

  "history.pipeline": "Changed the pipeline",
  "history.source": ({ title }: { title: string }) => `Chose ${title}`,
  "history.gaveUp": "Gave up the changes of the text",
  "history.opened": ({ name }: { name: string }) => `Opened ${name}`,
  "history.codeLanguage": ({ language }: { language: string }) => `Code in ${language}`,
  "history.asPython": "Opened the view as Python code",
  "history.link": "Opened a link",
  "history.earlier": "Went back to the work of the last visit",
  "history.continued": "Put the edited program into the pipeline",
  "history.reduced": "Opened the smaller program",
  "compare.current": "This pipeline",
  "compare.kept": ({ name }: { name: string }) => `Put the pipeline aside as variant ${name}`,
  "compare.removed": ({ name }: { name: string }) => `Removed variant ${name}`,
  "compare.renamed": ({ name }: { name: string }) => `Called a variant ${name}`,
  "compare.swapped": ({ name }: { name: string }) => `Changed places with variant ${name}`,
  "history.undone": ({ what }: { what: string }) => `Undone: ${what}`,
  "history.redone": ({ what }: { what: string }) => `Done again: ${what}`,

  "keep.otherTab": "This work is open in another tab, too",
  "keep.otherTabWhy":
    "Each tab goes on with its own. Kept for the next visit is that of the other tab, and that of this one once the other is closed.",
  "keep.failed": "The browser does not keep this work",
  "keep.failedWhy":
    "It has no room for it, or does not allow it: a reload may lose what was changed. Save reproducer saves it as a file.",

  "link.notOpened": "The link could not be opened",
  "link.none": "The address does not describe a view.",
  "link.newer": "It was made by a newer version of this page. Reloading may fetch that.",
  "link.tooLong": "It is too long.",
  "link.damaged": "It is damaged: perhaps a part of it was cut off.",
  "link.unfolds": "It unfolds to more than this page reads.",

  "document.name": "The document",
  "document.notOpened": ({ name }: { name: string }) => `${name} could not be opened`,
  "document.tooLarge": "The document is larger than 64 MiB.",
  "document.notJson": ({ why }: { why: string }) => `It is not JSON: ${why}`,
  "document.language": ({ known }: { known: string }) =>
    `The language of the code is not one of: ${known}.`,
  "document.noFormat": 'A reproducer has "reproducer": 1; this document has not.',
  "document.tooMany": "The pipeline has too many parts.",
  "document.tooLong": ({ where, characters }: { where: string; characters: number }) =>
    `${where} is longer than ${characters} characters.`,
  "document.tooDeep": ({ where }: { where: string }) => `${where} is nested too deeply.`,
  "document.stageKind": ({ where }: { where: string }) =>
    `${where}.kind should be bind, edit or passes.`,
  "document.noOption": ({ where }: { where: string }) => `${where} is no option of a model.`,
  "document.noImport": ({ why }: { why: string }) =>
    `It does not say how a model's file is imported: ${why}.`,
  "document.object": ({ where }: { where: string }) => `${where} should be an object.`,
  "document.list": ({ where }: { where: string }) => `${where} should be a list.`,
  "document.text": ({ where }: { where: string }) => `${where} should be a text.`,
  "document.level": ({ where }: { where: string }) => `${where} should be an opt level.`,

  "pipeline.unreadable": "The pipeline cannot be read",
  "pipeline.mistake.pipeline": (p: { expected: string; at: number; found: string }) =>
    `It has no ${p.expected} at character ${p.at + 1}${
      p.found === "" ? ", where it ends" : `: “${p.found}”`
    }.`,
  "pipeline.mistake.instruments": (p: { expected: string; at: number; found: string }) =>
    `The list of instruments has no ${p.expected} at character ${p.at + 1}${
      p.found === "" ? ", where it ends" : `: “${p.found}”`
    }.`,
  "pipeline.expected.name": "name of a pass or an instrument",
  "pipeline.expected.option": "option as name=value",
  "pipeline.expected.value": "value",
  "pipeline.expected.separator": "comma or semicolon",
  "pipeline.expected.closing": "closing bracket or quote",
  "pipeline.expected.passes": "passes of the Sequential, in brackets",
  "pipeline.expected.shallower": "value that is nested less deeply",
};
