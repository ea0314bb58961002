"""The residual networks."""

from .init import model


def get_workload(
    batch_size=1,
    num_classes=1000,
    num_layers=18,
    image_shape=(3, 224, 224),
    layout="NCHW",
    dtype="float32",
    **kwargs,
):
    """A residual network with weights: its module and its parameters by name."""
    options = {
        "batch_size": batch_size,
        "num_classes": num_classes,
        "num_layers": num_layers,
        "image_shape": list(image_shape),
        "layout": layout,
        "dtype": dtype,
        **kwargs,
    }
    return model("resnet", options)
