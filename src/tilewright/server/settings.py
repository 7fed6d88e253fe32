"""The settings of a server."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
LOOPBACK = ("127.0.0.1", "localhost", "::1")
PROBE_ADDRESSES = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that nobody has: only the route to them is looked up, and nothing is sent."""


@dataclass(frozen=True)
class Settings:
    """What the command line decides."""

    data: Path
    database: str | None = None  # a URL; an SQLite file in the data folder without one
    host: str = "127.0.0.1"
    port: int = 0
    origins: tuple[str, ...] = ()  # addresses pages may come from, besides our own
    trusted_proxies: tuple[str, ...] = ()  # addresses and networks besides this machine, whose X-Forwarded-For counts
    engines: dict[str, str] = field(default_factory=dict)  # name -> command, allowed by the owner of the machine
    thinkers: int | None = None  # processes
    compile_ahead: bool = True

    @property
    def is_for_network(self) -> bool:
        """Whether the server listens on every address of this machine."""
        return self.host in EVERYWHERE

    def own_origins(self, reached_at: str | None = None) -> frozenset[str]:
        """The origins of our pages, for a client that has reached the server at this address."""
        names = set() if self.is_for_network else {in_url(self.host)}
        if self.host in (*LOOPBACK, *EVERYWHERE):
            names |= {in_url(name) for name in LOOPBACK}
        if self.is_for_network and reached_at is not None:
            names.add(in_url(reached_at))
        return frozenset({f"http://{name}:{self.port}" for name in names} | set(self.origins))

    def own_hosts(self, reached_at: str | None = None) -> frozenset[str]:
        """The hosts that a request may name: addresses of ours, not a name that somebody else has pointed here."""
        return frozenset(origin.partition("://")[2] for origin in self.own_origins(reached_at))

    def addresses(self) -> list[str]:
        """What to type into a browser: on this machine, then on others of its network."""
        if not self.is_for_network:
            return [f"http://{in_url(self.host)}:{self.port}/"]
        families = [socket.AF_INET] if self.host != "::" else [socket.AF_INET, socket.AF_INET6]
        own = [address for family in families if (address := _address_towards_others(family))]
        return [f"http://{name}:{self.port}/" for name in ("127.0.0.1", *map(in_url, own))]

    @property
    def proxies(self) -> list[str]:
        """Whose X-Forwarded-For counts; a socket for both families reports IPv4 addresses as IPv6."""
        networks = [ip_network(one, strict=False) for one in ("127.0.0.1", "::1", *self.trusted_proxies)]
        mapped = [_mapped(one) for one in networks if isinstance(one, IPv4Network)]
        return [str(one) for one in (*networks, *mapped)]


def in_url(host: str) -> str:
    """A host as URLs write it: an IPv4 address as it is, an IPv6 address in brackets."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped) if address.ipv4_mapped else f"[{address}]"
    return str(address)


def _mapped(network: IPv4Network) -> IPv6Network:
    return IPv6Network(f"::ffff:{network.network_address}/{96 + network.prefixlen}")


def _address_towards_others(family: socket.AddressFamily) -> str | None:
    """The address by which this machine is known in its network; None where it has none."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((PROBE_ADDRESSES[family], 9))
        return str(probe.getsockname()[0])
    return None


def data_folder() -> Path:
    """The user's data folder on this system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "tilewright"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tilewright"
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "tilewright"
