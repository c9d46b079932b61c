"""The port of health and metrics, without what is served there: that takes memory where nobody asks."""

import socket


class CannotListen(Exception):
    """The port is taken, or the address is none of ours; the text says so in one line."""


def listen(host: str, port: int) -> socket.socket:
    """Take the port, before anything starts that would have to be undone.

    Raises CannotListen.
    """
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise CannotListen(f"cannot listen at METRICS_HOST {host}, METRICS_PORT {port}: {error.strerror}") from error
