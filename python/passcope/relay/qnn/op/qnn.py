"""The functions of `relay.qnn.op`, by TVM's name of the module that defines them."""


def __getattr__(name):
    from ... import qnn

    return getattr(qnn.op, name)
