"""What TVM calls for a call of an operator; here the functions of `relay.op` themselves."""


def __getattr__(name):
    from ... import relay

    return getattr(relay.op, name)
