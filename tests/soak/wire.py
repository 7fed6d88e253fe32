"""WebSockets by hand, to send on them what no library would."""

from __future__ import annotations

import base64
import random
import socket
import struct


def upgraded(
    port: int, path: str, token: str = "", *, buffer: int | None = None, patience: float = 30
) -> socket.socket:
    """A socket that has become a WebSocket; with a buffer of so many bytes for what comes."""
    raw = socket.socket()
    raw.settimeout(patience)
    if buffer:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    try:
        _upgrade(raw, port, path, token)
    except OSError:
        raw.close()
        raise
    return raw


def _upgrade(raw: socket.socket, port: int, path: str, token: str) -> None:
    raw.connect(("127.0.0.1", port))
    key = base64.b64encode(random.randbytes(16)).decode()
    who = f"Authorization: Bearer {token}\r\n" if token else ""
    raw.sendall(
        (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{who}Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        more = raw.recv(1)
        if not more:
            raise ConnectionError("the server ended the handshake")
        answer += more
    if b" 101 " not in answer:
        raise ConnectionError(answer.decode())


def frame(data: bytes, *, opcode: int = 1, final: bool = True, rsv: int = 0) -> bytes:
    """A masked frame, also one that breaks the rules."""
    length = len(data)
    head = bytes([(final << 7) | rsv | opcode])
    if length < 126:
        head += bytes([0x80 | length])
    elif length < 1 << 16:
        head += bytes([0x80 | 126]) + struct.pack(">H", length)
    else:
        head += bytes([0x80 | 127]) + struct.pack(">Q", length)
    return head + bytes(4) + data  # a mask of zeros leaves the data as they are


def closed_with(raw: socket.socket, seconds: float = 10) -> int | None:
    """The code a socket is closed with; 0 when it just ends, None when it stays open."""
    raw.settimeout(seconds)
    heard = b""
    try:
        while more := raw.recv(65536):
            heard += more
    except TimeoutError:
        return None
    except OSError:
        return 0
    at = heard.rfind(b"\x88")
    return struct.unpack(">H", heard[at + 2 : at + 4])[0] if 0 <= at <= len(heard) - 4 else 0
