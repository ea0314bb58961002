"""Places of computation and storage."""

from ..runtime.ndarray import Device


class VirtualDevice:
    """A device, a target and a memory scope. Each of them can be unconstrained."""

    def __init__(self, device=None, target=None, memory_scope=""):
        # As in the program's text, -1 means unconstrained.
        self.device_type_int = device.device_type if device is not None else -1
        self.virtual_device_id = device.device_id if device is not None else -1
        self.target = target
        self.memory_scope = str(memory_scope)

    @property
    def device_type(self):
        """DLPack's number of the device; -1 if it is unconstrained."""
        return self.device_type_int

    @property
    def device(self):
        """The device."""
        return Device(self.device_type_int, self.virtual_device_id)

    def _json(self):
        """The dictionary for attributes. Its keys have this order."""
        return {
            "device_type_int": self.device_type_int,
            "memory_scope": self.memory_scope,
            "virtual_device_id": self.virtual_device_id,
        }

    _attribute = _json

    @staticmethod
    def _from_json(value):
        """The virtual device of such a dictionary; None for other values."""
        if not hasattr(value, "keys") or set(value.keys()) != set(VirtualDevice()._json()):
            return None
        kind = int(value["device_type_int"])
        device = Device(kind, int(value["virtual_device_id"])) if kind > 0 else None
        return VirtualDevice(device, None, value["memory_scope"])

    def __bool__(self):
        return self.device_type_int != -1 or self.virtual_device_id != -1 or bool(self.memory_scope)

    def __eq__(self, other):
        return isinstance(other, VirtualDevice) and self._json() == other._json()

    def __hash__(self):
        return hash(tuple(self._json().values()))

    def __repr__(self):
        parts = []
        if self.device_type_int != -1:
            parts.append(f"device_type={self.device_type_int}")
        if self.virtual_device_id != -1:
            parts.append(f"virtual_device_id={self.virtual_device_id}")
        if self.target is not None:
            parts.append(f"target={self.target}")
        if self.memory_scope:
            parts.append(f"memory_scope='{self.memory_scope}'")
        return f"VirtualDevice({', '.join(parts) or '?'})"
