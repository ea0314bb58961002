"""Annotations for passes."""

from ...runtime.ndarray import Device
from ...runtime.ndarray import device as _device_of
from ...target.virtual_device import VirtualDevice
from ._build import fill, make


def virtual_device(device):
    """Converts a device or its name to a VirtualDevice."""
    if isinstance(device, VirtualDevice):
        return device
    if isinstance(device, str):
        device = _device_of(device)
    if not isinstance(device, Device):
        raise ValueError(f"expecting a Device or device name, but received a {type(device)}")
    return VirtualDevice(device)


def on_device(body, device, constrain_result=False, constrain_body=True):
    """Sets the device that computes an expression, and the device of its result."""
    place = virtual_device(device)
    # Without a constraint, any device is allowed.
    attrs = {"virtual_device": place if constrain_result or constrain_body else type(place)()}
    attrs.update(constrain_result=constrain_result, constrain_body=constrain_body)
    return make("on_device", [body], attrs)


def function_on_device(function, param_devices, result_device):
    """Sets the devices of a function's parameters and of its result."""
    devices = [virtual_device(device)._json() for device in param_devices]
    made = function.with_attr("param_virtual_devices", devices)
    return made.with_attr("virtual_device", virtual_device(result_device)._json())


fill(globals(), "annotation.")
