"""A local certificate authority and this machine's certificate, for halls without a domain.

It creates and keeps the files; the command serves them, the phones install the authority. The authority is
limited to this machine's names and to bare addresses: a key stolen from a club's laptop cannot impersonate
any site with a name.
"""

import contextlib
import ipaddress
import os
import re
import socket
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

FOLDER, AUTHORITY, SERVER = "certificates", "authority", "server"
AUTHORITY_DAYS = 3650
SERVER_DAYS = 397  # phones reject longer lifetimes
RENEWED_BEFORE = timedelta(days=30)
CLOCKS_DIFFER = timedelta(days=2)  # a phone whose clock is slow still accepts the certificate
LOOPBACK = ("localhost", "127.0.0.1", "::1")
HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")
LONGEST_NAME = 64
NOT_USABLE = (OSError, ValueError, TypeError, UnsupportedAlgorithm)


@dataclass(frozen=True)
class Pair:
    """A key and its certificate."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate


@dataclass(frozen=True)
class Prepared:
    """The files a server needs, and the authority's facts to announce."""

    certificate: Path
    key: Path
    fingerprint: str
    has_new_authority: bool


def prepare(folder: Path, names: Iterable[str], now: datetime) -> Prepared:
    """Return the files for a server with these names and addresses; create missing, stale or broken ones.

    Names the authority may not certify are left out.
    """
    existing = usable_authority(folder, now)
    authority = existing or make_authority(folder, now)
    required_names = nameable(authority.certificate, names)
    server = read_pair(folder, SERVER)
    if server is None or not is_good(server.certificate, authority.certificate, required_names, now):
        make_server(folder, authority, required_names, now)
    print_of_it = fingerprint(authority.certificate)
    return Prepared(folder / f"{SERVER}.crt", folder / f"{SERVER}.key", print_of_it, existing is None)


def fingerprint(certificate: x509.Certificate) -> str:
    """Return the SHA-256 fingerprint in pairs of digits, as phones show it."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def read_authority(folder: Path) -> x509.Certificate | None:
    """Return the authority's certificate without reading its key."""
    try:
        return x509.load_pem_x509_certificate((folder / f"{AUTHORITY}.crt").read_bytes())
    except NOT_USABLE:
        return None


# Names


def own_names() -> list[str]:
    """Return this machine's names and addresses, loopback first."""
    name = socket.gethostname().lower()
    return list(dict.fromkeys([*LOOPBACK, name, f"{name}.local", *own_addresses(name)]))


def own_addresses(name: str) -> list[str]:
    """Return the addresses of the machine's name and of its interface in the hall; sends nothing."""
    addresses: list[str] = []
    with contextlib.suppress(OSError):
        addresses += [str(each[4][0]).split("%")[0] for each in socket.getaddrinfo(name, None)]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        addresses.append(str(probe.getsockname()[0]))
    return addresses


def nameable(authority: x509.Certificate, names: Iterable[str]) -> list[x509.GeneralName]:
    """Return the names the authority may certify, without duplicates, as certificates store them."""
    constraints = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    domains = [f".{each.value}" for each in constraints.permitted_subtrees or ()]
    parsed = filter(None, map(general_name, names))
    return list(dict.fromkeys(each for each in parsed if is_permitted(each, domains)))


def general_name(name: str) -> x509.GeneralName | None:
    """Return a name or an address as certificates store it; None for a wildcard and for anything else."""
    try:
        return x509.IPAddress(ipaddress.ip_address(name.strip("[]")))
    except ValueError:
        return x509.DNSName(name.lower()) if HOST_NAME.fullmatch(name.lower()) else None


def is_permitted(name: x509.GeneralName, domains: Iterable[str]) -> bool:
    """Permit any address, and any name equal to or below one of the domains (each starts with a dot)."""
    return isinstance(name, x509.IPAddress) or f".{name.value}".endswith(tuple(domains))


# Validity


def usable_authority(folder: Path, now: datetime) -> Pair | None:
    pair = read_pair(folder, AUTHORITY)
    if pair is None or not is_current(pair.certificate, now):
        return None
    extensions = pair.certificate.extensions
    return pair if any(isinstance(each.value, x509.NameConstraints) for each in extensions) else None


def is_good(
    server: x509.Certificate,
    authority: x509.Certificate,
    required_names: Iterable[x509.GeneralName],
    now: datetime,
) -> bool:
    """Return whether a server's certificate is signed by the authority, not near expiry and has all names."""
    has_all = set(required_names) <= set(names_in(server))
    return has_all and is_current(server, now) and is_issued_by(server, authority)


def is_current(certificate: x509.Certificate, now: datetime) -> bool:
    return certificate.not_valid_before_utc <= now < certificate.not_valid_after_utc - RENEWED_BEFORE


def is_issued_by(server: x509.Certificate, authority: x509.Certificate) -> bool:
    try:
        server.verify_directly_issued_by(authority)
    except (ValueError, TypeError, InvalidSignature):
        return False
    return True


def names_in(certificate: x509.Certificate) -> list[x509.GeneralName]:
    try:
        return list(certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value)
    except x509.ExtensionNotFound:
        return []


# Creation


def make_authority(folder: Path, now: datetime) -> Pair:
    """Create an authority for ten years; its name has place and date, as phones list authorities by name."""
    host = socket.gethostname().lower()
    key = ec.generate_private_key(ec.SECP256R1())
    name = subject(f"Stichtag {now:%Y-%m-%d} {host}")
    names = [x509.DNSName(each) for each in sorted({"localhost", "local", host}) if HOST_NAME.fullmatch(each)]
    builder = unsigned(key, name, name, now, timedelta(days=AUTHORITY_DAYS), is_authority=True)
    builder = builder.add_extension(x509.NameConstraints(names, None), critical=True)
    pair = Pair(key, builder.sign(key, hashes.SHA256()))
    write_pair(folder, AUTHORITY, pair)
    return pair


def make_server(folder: Path, authority: Pair, names: Sequence[x509.GeneralName], now: datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    life = min(timedelta(days=SERVER_DAYS), authority.certificate.not_valid_after_utc - now)
    issuer = authority.certificate.subject
    builder = unsigned(key, subject("Stichtag"), issuer, now, life, is_authority=False)
    issuing_key = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    builder = builder.add_extension(issuing_key, critical=False).add_extension(usage, critical=False)
    write_pair(folder, SERVER, Pair(key, builder.sign(authority.key, hashes.SHA256())))


def unsigned(
    key: ec.EllipticCurvePrivateKey,
    name: x509.Name,
    issuer: x509.Name,
    now: datetime,
    life: timedelta,
    *,
    is_authority: bool,
) -> x509.CertificateBuilder:
    """Return the part common to both kinds of certificate; `life` includes the time before now."""
    begins = now - CLOCKS_DIFFER
    constraints = x509.BasicConstraints(ca=is_authority, path_length=0 if is_authority else None)
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    return (
        x509.CertificateBuilder(issuer, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + life)
        .add_extension(constraints, critical=True)
        .add_extension(key_usage(is_authority), critical=True)
        .add_extension(identifier, critical=False)
    )


def key_usage(is_authority: bool) -> x509.KeyUsage:
    """Return the key usage: an authority signs only certificates, a server only handshakes."""
    return x509.KeyUsage(
        digital_signature=not is_authority,
        key_cert_sign=is_authority,
        crl_sign=is_authority,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def subject(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:LONGEST_NAME])])


# Storage


def read_pair(folder: Path, name: str) -> Pair | None:
    """Return key and certificate, if both can be read and belong together."""
    try:
        certificate = x509.load_pem_x509_certificate((folder / f"{name}.crt").read_bytes())
        key = load_pem_private_key((folder / f"{name}.key").read_bytes(), None)
    except NOT_USABLE:
        return None
    is_pair = isinstance(key, ec.EllipticCurvePrivateKey) and key.public_key() == certificate.public_key()
    return Pair(key, certificate) if is_pair else None  # type: ignore[arg-type]


def write_pair(folder: Path, name: str, pair: Pair) -> None:
    """Write key and certificate; an incomplete pair does not match and is created again at the next start."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    key = pair.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    write_whole(folder / f"{name}.key", key)
    write_whole(folder / f"{name}.crt", pair.certificate.public_bytes(Encoding.PEM))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically, readable by this user only."""
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}")
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.replace(draft, path)
