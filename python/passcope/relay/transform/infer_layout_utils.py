"""The result of layout rules."""


class InferCorrectLayoutOutput:
    """The layouts of a call's arguments and results, and its new attributes."""

    def __init__(self, input_layouts, output_layouts, new_attrs):
        self.input_layouts = input_layouts
        self.output_layouts = output_layouts
        self.new_attrs = new_attrs
