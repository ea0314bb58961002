// The titles of models in the page.
import { engine } from "passcope";
import { describe, expect, it } from "vitest";
import { modelTitle } from "../../src/core/state/model-title";

describe("titles of models", () => {
  it("are those of the networks' authors", () => {
    expect(modelTitle("resnet")).toBe("ResNet");
    expect(modelTitle("resnet50")).toBe("ResNet-50");
    expect(modelTitle("resnet20-cifar")).toBe("ResNet-20, CIFAR");
    expect(modelTitle("resnet_3d")).toBe("ResNet 3D");
    expect(modelTitle("mobilenet")).toBe("MobileNet");
    expect(modelTitle("synthetic")).toBe("synthetic");
  });

  it("name the depth where it is an option", () => {
    expect(modelTitle("resnet", {})).toBe("ResNet-18");
    expect(modelTitle("resnet", { num_layers: 34 })).toBe("ResNet-34");
    expect(modelTitle("vgg", { num_layers: 16 })).toBe("VGG-16");
    expect(modelTitle("densenet", {})).toBe("DenseNet-121");
    expect(modelTitle("mlp", { batch_size: 2 })).toBe("MLP");
  });

  it.each(["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"])(
    "leave the unknown name %s unchanged",
    (name) => {
      expect(modelTitle(name)).toBe(name);
      expect(modelTitle(name, { [name]: 1 })).toBe(name);
    },
  );

  it("are different for the models of the table", () => {
    const titles = engine.models().map(({ name }) => modelTitle(name));
    expect(new Set(titles).size).toBe(titles.length);
  });
});
