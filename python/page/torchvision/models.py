"""ResNet-18, traced with an input of shape (1, 3, 224, 224). Its weights are constant numbers."""

import passcope_output

_SHAPE = (1, 3, 224, 224)


class _ResNet18:
    """The network for tracing."""

    def eval(self):
        """Returns the network: it was traced in evaluation mode."""
        return self

    def _traced(self, example_inputs):
        given = example_inputs[0] if isinstance(example_inputs, (list, tuple)) else example_inputs
        if tuple(given.shape) != _SHAPE:
            raise NotImplementedError(f"the trace is for an input of shape {_SHAPE}, not {tuple(given.shape)}")
        with open(passcope_output.path_of("resnet18.pt"), "rb") as file:
            return file.read()

    def __call__(self, *inputs):
        raise NotImplementedError("networks are not run by torch here: import them with relay.frontend.from_pytorch")


def resnet18(pretrained=False, weights=None, **_):
    """ResNet-18. The weights are always the same."""
    return _ResNet18()


def __getattr__(name):
    raise AttributeError(f"there is no torchvision.models.{name} here: the page has resnet18 alone")
