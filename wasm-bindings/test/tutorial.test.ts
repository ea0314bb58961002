// TVM's tutorial "How to use pass instrument" with this package, compared with TVM's output.
import {
  PassContext,
  Sequential,
  bindParamsByName,
  engine,
  instrument,
  relay,
  transform,
  type IRModule,
  type TimingNode,
} from "passcope";
import { describe, expect, test } from "vitest";
import { golden, withoutTimes } from "./golden";

/** The first part: InferType and FoldScaleAxis in a default context. */
function firstPart(mod: IRModule, timing: instrument.PassTimingInstrument): [IRModule, string] {
  return new PassContext({ instruments: [timing] }).with(() => {
    const folded = transform.FoldScaleAxis()(transform.InferType()(mod));
    return [folded, timing.render()];
  });
}

function layoutPipeline(): Sequential {
  return new Sequential([
    transform.FoldConstant(),
    transform.ConvertLayout({ "nn.conv2d": ["NHWC", "HWIO"] }),
    transform.FoldConstant(),
  ]);
}

const flat = (nodes: TimingNode[], depth = 0): string[] =>
  nodes.flatMap((node) => ["\t".repeat(depth) + node.name, ...flat(node.children, depth + 1)]);

const namesOf = (profile: string): string[] =>
  profile
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.slice(0, line.indexOf(":")));

describe("the tutorial on instruments", () => {
  const { mod, params } = relay.testing.resnet.getWorkload({
    numLayers: 18,
    batchSize: 1,
    imageShape: [3, 224, 224],
  });
  const timing = new instrument.PassTimingInstrument();
  const [folded, firstProfile] = firstPart(mod, timing);
  const bound = folded.clone();
  bound.set("main", bindParamsByName(folded.get("main"), params));

  test("ResNet-18 is TVM's", () => {
    expect(mod.astext({ showMetaData: false })).toBe(golden("instrument.resnet18.relay"));
    expect(String(mod)).toBe(golden("instrument.resnet18.relay"));
    // %data is not a parameter of the network.
    expect(Object.keys(params)).toHaveLength(mod.get("main").params.length - 1);
  });

  test("the timing profile nests as TVM's and is empty once the context is left", () => {
    expect(withoutTimes(firstProfile)).toBe(golden("instrument.timing_profile.txt"));
    expect(timing.render()).toBe("");
    expect(flat(timing.profiles())).toEqual(namesOf(golden("instrument.timing_profile.txt")));
  });

  test("FoldScaleAxis leaves the module as it is at the default opt level", () => {
    expect(folded.astext({ showMetaData: false })).toBe(
      golden("instrument.resnet18_after_fold_scale_axis_default.relay"),
    );
  });

  test("the instruments of the current context can be overridden", () => {
    const current = PassContext.current();
    const again = new instrument.PassTimingInstrument();
    current.overrideInstruments([again]);
    expect(current.instruments).toEqual([again]);
    transform.FoldScaleAxis()(transform.InferType()(mod));
    expect(withoutTimes(again.render())).toBe(golden("instrument.timing_profile.txt"));
    current.overrideInstruments([]);
    expect(again.render()).toBe("");
    expect(PassContext.current()).toBe(current);
  });

  test("parameters become constants", () => {
    expect(bound.astext({ showMetaData: false })).toBe(golden("instrument.resnet18_bound.relay"));
    // The module that the function came from has not changed.
    expect(folded.astext({ showMetaData: false })).toBe(
      golden("instrument.resnet18_after_fold_scale_axis_default.relay"),
    );
  });

  test("the layout pipeline gives TVM's module, op changes and nesting", () => {
    const differ = new instrument.OpDiffInstrument();
    const trace = new instrument.TraceInstrument();
    const { result, profile } = new PassContext({
      optLevel: 3,
      instruments: [differ, timing, trace],
    }).with(() => ({ result: layoutPipeline()(bound), profile: timing.render() }));
    expect(result.astext({ showMetaData: false })).toBe(golden("instrument.resnet18_nhwc.relay"));
    expect(withoutTimes(profile)).toBe(golden("instrument.timing_profile_layout.txt"));
    expect(differ.diffs()).toEqual(JSON.parse(golden("instrument.op_diff.json")));
    expect(differ.render()).toContain("[1, 'CanonicalizeOps', {'add': 1, 'nn.bias_add': -1}]\n");

    const entries = trace.entries();
    expect(entries.map(({ depth, name }) => "\t".repeat(depth) + name)).toEqual(
      namesOf(golden("instrument.timing_profile_layout.txt")),
    );
    expect(entries.filter((entry) => entry.status !== "ok")).toEqual([]);
    for (const entry of entries) {
      const before = trace.moduleBefore(entry.index);
      const after = trace.moduleAfter(entry.index);
      expect(before.countOps()).toEqual(entry.opsBefore);
      expect(after.countOps()).toEqual(entry.opsAfter);
      expect(entry.changed).toBe(before.diffId() !== after.diffId());
      expect(entry.ownUs).toBeLessThanOrEqual(entry.durationUs);
    }
    const last = trace.moduleAfter(0);
    expect(last.diffId()).toBe(result.diffId());
    expect(last.astext({ showMetaData: false })).toBe(golden("instrument.resnet18_nhwc.relay"));
  });

  test("an op differ written in JavaScript, as in the tutorial, finds the same", () => {
    class CallNodeDiffer implements instrument.PassInstrumentObject {
      readonly diffs: [number, string, Record<string, number>][] = [];
      readonly #before: [string, Record<string, number>][] = [];

      enterPassCtx(): void {
        this.diffs.length = 0;
      }

      exitPassCtx(): void {
        expect(this.#before).toHaveLength(0);
      }

      runBeforePass(mod: IRModule, info: { name: string }): void {
        this.#before.push([info.name, mod.countOps()]);
      }

      runAfterPass(mod: IRModule, info: { name: string }): void {
        const [name, before] = this.#before.pop() ?? ["", {}];
        expect(name).toBe(info.name);
        const after = mod.countOps();
        const diff: Record<string, number> = {};
        for (const op of Object.keys({ ...before, ...after }).sort()) {
          const change = (after[op] ?? 0) - (before[op] ?? 0);
          if (change !== 0) diff[op] = change;
        }
        if (Object.keys(diff).length > 0) this.diffs.push([this.#before.length, name, diff]);
      }
    }
    const differ = new CallNodeDiffer();
    const builtIn = new instrument.OpDiffInstrument();
    new PassContext({ optLevel: 3, instruments: [differ, builtIn, timing] }).with(() =>
      layoutPipeline()(bound),
    );
    expect(differ.diffs).toEqual(JSON.parse(golden("instrument.op_diff.json")));
    expect(differ.diffs).toEqual(builtIn.diffs());
  });

  test("the clock is fine enough to tell passes apart", () => {
    expect(engine.clockResolutionUs).toBeGreaterThan(0);
    expect(engine.clockResolutionUs).toBeLessThan(1000);
  });
});
