import { count } from "../../i18n/en/format";

export const pipeline = {
  "form.asJson": ({ of }: { of: string }) => `Options of ${of} as JSON`,
  "form.jsonText": ({ of }: { of: string }) => `Options of ${of}, as JSON`,
  "form.option": ({ name, of }: { name: string; of: string }) => `${name} of ${of}`,
  "form.default": ({ value }: { value: string }) => `default: ${value}`,
  "form.noDefault": "none",
  "form.required": "required",
  "form.integer": "Enter an integer.",
  "form.json": ({ type }: { type: string }) => `Enter JSON of the type ${type}.`,
  "pipeline.title": "Pipeline",
  "pipeline.reset": "Reset",
  "pipeline.undo": "Undo (Ctrl+Z)",
  "pipeline.redo": "Redo (Ctrl+Shift+Z)",
  "pipeline.wasReset": "The pipeline is the default again",
  "pipeline.addStage": "Add a stage",
  "pipeline.stageAdded": "A stage was added at the end",
  "pipeline.bind": "Bind parameters",
  "pipeline.compare": "Compare with a variant",
  "pipeline.compareTitle": "Save this pipeline as a variant, to compare later changes with it",
  "pipeline.bindAdded": "The binding of parameters was added",
  "pipeline.bindHint": "Weights become constants, so that passes can compute with them.",
  "pipeline.theBinding": "the binding of parameters",
  "pipeline.theEdit": "the edit",
  "pipeline.theStage": ({ number }: { number: number }) => `stage ${number}`,
  "pipeline.moveUp": ({ name }: { name: string }) => `Move ${name} up`,
  "pipeline.moveDown": ({ name }: { name: string }) => `Move ${name} down`,
  "pipeline.remove": ({ name }: { name: string }) => `Remove ${name}`,
  "pipeline.removed": ({ name }: { name: string }) => `Removed ${name}`,
  "pipeline.movedTo": ({ place, of }: { place: number; of: number }) =>
    `Moved to place ${place} of ${of}`,
  "pipeline.edited": "Edited program",
  "pipeline.editedTitle": "From here on, the program is this text",
  "pipeline.editedHint": ({ lines }: { lines: number }) =>
    `From here on the program is your edited text, ${count(lines, "line", "lines")}. After a run, select its row to see or edit your changes.`,
  "pipeline.stage": ({ number }: { number: number }) => `Stage ${number}`,
  "pipeline.optLevelOf": ({ name }: { name: string }) => `opt_level of ${name}`,
  "pipeline.called": "called",
  "pipeline.howCalled": ({ number }: { number: number }) => `How stage ${number} calls its passes`,
  "pipeline.each": "one by one",
  "pipeline.sequential": "as one Sequential",
  "pipeline.context": "Context",
  "pipeline.contextTitle": "Instruments, required and disabled passes, config",
  "pipeline.passesOfStage": ({ number }: { number: number }) => `Passes of stage ${number}`,
  "pipeline.passesOf": ({ name }: { name: string }) => `Passes of ${name}`,
  "pipeline.addToStage": ({ number }: { number: number }) => `Add a pass to stage ${number}`,
  "pipeline.addTo": ({ name }: { name: string }) => `Add a pass to ${name}`,
  "pipeline.addPass": "Add a pass…",
  "pipeline.fromCode": "From the Code tab.",
  "pipeline.yourCode": "Your code",
  "pipeline.passes": "Passes",
  "pipeline.builtIn": "Built in",
  "pipeline.alsoCalled": ({ name, summary }: { name: string; summary: string }) =>
    `Also called ${name}. ${summary}`,
  "pipeline.sequentialDetail": "Passes that run in sequence, as one pass.",
  "pipeline.sequentialAdded": "A Sequential was added",
  "pipeline.added": ({ name }: { name: string }) => `${name} was added at the end`,
  "pipeline.empty": "No passes yet: add one below, or drag one here.",
  "pipeline.drag": "Drag to move, or press Alt with the arrow keys",
  "pipeline.code": "code",
  "pipeline.options": ({ name }: { name: string }) => `Options of ${name}`,
  "pipeline.name": "name",
  "pipeline.sequentialName": "Name of the Sequential",
  "pipeline.leftOut": ({ level }: { level: number }) => `skipped: level ${level}`,
  "pipeline.leftOutTitle": ({ name, level }: { name: string; level: number }) =>
    `A Sequential skips passes above the opt_level of the context; ${name} has ${level}.`,
  "pipeline.nowInStage": (p: { name: string; place: number; of: number; stage: number }) =>
    `${p.name} is now ${p.place} of ${p.of} in stage ${p.stage}`,
  "pipeline.nowInside": (p: {
    name: string;
    place: number;
    of: number;
    inside: string;
    stage: number;
  }) => `${p.name} is now ${p.place} of ${p.of} in ${p.inside} of stage ${p.stage}`,
  "pipeline.failed": "failed",
  "pipeline.skipped": "skipped",
  "pipeline.changed": "changed",
  "pipeline.noChange": "no change",
  "pipeline.didNotRun": ({ name, why }: { name: string; why: string }) =>
    `${name} did not run: ${why}`,
  "pipeline.missedTitle": ({ name, missed }: { name: string; missed: number }) =>
    `${name} skipped ${count(missed, "candidate", "candidates")}: show why`,
  "pipeline.show": ({ name }: { name: string }) => `Show what ${name} did`,
  "context.instruments": "Instruments",
  "context.instrumentsOf": ({ number }: { number: number }) => `Instruments of stage ${number}`,
  "context.addInstrumentTo": ({ number }: { number: number }) =>
    `Add an instrument to stage ${number}`,
  "context.addInstrument": "Add an instrument…",
  "context.fromCode": "From the Code tab",
  "context.required": "Required passes",
  "context.requiredHint": "They run at any opt level.",
  "context.addRequired": ({ number }: { number: number }) =>
    `Add to the required passes of stage ${number}`,
  "context.notRequired": ({ name }: { name: string }) => `${name} is no longer required`,
  "context.disabled": "Disabled passes",
  "context.disabledHint": "A Sequential skips them.",
  "context.addDisabled": ({ number }: { number: number }) =>
    `Add to the disabled passes of stage ${number}`,
  "context.notDisabled": ({ name }: { name: string }) => `${name} is no longer disabled`,
  "context.ofThisStage": "Of this stage",
  "context.otherPasses": "Others",
  "context.unmet.required": ({ name }: { name: string }) =>
    `Required, but no pass of this stage is called ${name}.`,
  "context.unmet.disabled": ({ name }: { name: string }) =>
    `Disabled, but no pass of this stage is called ${name}.`,
  "context.unknown.required": ({ name }: { name: string }) =>
    `Required, but no pass is called ${name}.`,
  "context.unknown.disabled": ({ name }: { name: string }) =>
    `Disabled, but no pass is called ${name}.`,
  "context.useInstead": ({ name }: { name: string }) => `Use ${name}`,
  "context.removeName": ({ name }: { name: string }) => `Remove ${name}`,
  "context.replaced": ({ name, by }: { name: string; by: string }) => `${by} in place of ${name}`,
  "context.verify": "Verify values",
  "context.verifyTitle":
    "Run the program before and after each pass on the same inputs, and compare the results",
  "context.config": "config",
  "context.of": ({ number }: { number: number }) => `the context of stage ${number}`,
  "context.addKeyTo": ({ number }: { number: number }) => `Add a config key to stage ${number}`,
  "context.keyDetail": ({ type, doc }: { type: string; doc: string }) => `${type}. ${doc}`,
  "context.addKey": "Add a config key…",
};
