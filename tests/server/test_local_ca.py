"""The certificate authority of a hall: what it certifies, what it never does, and when it is renewed."""

import os
import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from server.local_ca import (
    Prepared,
    fingerprint,
    make_server,
    names_in,
    own_names,
    prepare,
    read_authority,
    read_pair,
)

NOW = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
NAMES = ["localhost", "127.0.0.1", "::1", "192.168.1.5"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "certificates"


def start(folder: Path, *more: str, days_later: int = 0) -> Prepared:
    """Do the work of a server's start."""
    return prepare(folder, [*NAMES, *more], NOW + timedelta(days=days_later))


def certificate(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def named(prepared: Prepared) -> set[str]:
    return {str(name.value) for name in names_in(certificate(prepared.certificate))}


def handshake(prepared: Prepared, folder: Path, name: str) -> None:
    """Run a whole handshake in memory, by a client that trusts the authority. Raises SSLError."""
    server_side, client_side = ssl.MemoryBIO(), ssl.MemoryBIO()
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(prepared.certificate, prepared.key)
    trusting = ssl.create_default_context(cafile=str(folder / "authority.crt"))
    server = serving.wrap_bio(client_side, server_side, server_side=True)
    client = trusting.wrap_bio(server_side, client_side, server_hostname=name)
    for side in (client, server):
        with pytest.raises(ssl.SSLWantReadError):
            side.do_handshake()
    client.do_handshake()


# Creation


@pytest.mark.parametrize("name", own_names())
def test_a_client_that_trusts_the_authority_trusts_every_name_of_this_machine(
    folder: Path, name: str
) -> None:
    prepared = prepare(folder, own_names(), datetime.now(UTC))
    handshake(prepared, folder, name)


def test_a_name_that_is_not_in_the_certificate_is_refused(folder: Path) -> None:
    prepared = prepare(folder, NAMES, datetime.now(UTC))
    with pytest.raises(ssl.SSLCertVerificationError, match="IP address mismatch"):
        handshake(prepared, folder, "192.168.1.6")


def test_this_machine_is_known_by_loopback_and_its_name() -> None:
    assert {"localhost", "127.0.0.1", "::1"} < set(own_names())
    assert any(name.endswith(".local") for name in own_names())


def test_the_authority_lasts_ten_years_and_a_server_397_days_at_most(folder: Path) -> None:
    start(folder)
    ages = [
        certificate(folder / f"{name}.crt").not_valid_after_utc
        - certificate(folder / f"{name}.crt").not_valid_before_utc
        for name in ("authority", "server")
    ]
    assert ages[0] == timedelta(days=3650) and ages[1] <= timedelta(days=397)


@pytest.mark.skipif(os.name == "nt", reason="file modes are POSIX")
def test_only_its_owner_can_read_the_keys(folder: Path) -> None:
    start(folder)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.glob("*.key")}
    assert modes == {"authority.key": 0o600, "server.key": 0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_the_server_may_not_make_certificates_itself(folder: Path) -> None:
    extensions = certificate(start(folder).certificate).extensions
    assert not extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    assert not extensions.get_extension_for_class(x509.KeyUsage).value.key_cert_sign


def test_the_authority_certifies_no_foreign_site(folder: Path) -> None:
    bank, below = "bank.example", "laptop.local.bank.example"
    assert named(start(folder, bank, below, "*", "laptop.local")) == {*NAMES, "laptop.local"}
    constraints = certificate(folder / "authority.crt").extensions.get_extension_for_class(
        x509.NameConstraints
    )
    assert constraints.critical
    assert not any(bank.endswith(name.value) for name in constraints.value.permitted_subtrees or ())


def test_a_certificate_for_others_signed_by_a_thief_of_the_authoritys_key_is_refused(folder: Path) -> None:
    prepared = prepare(folder, NAMES, datetime.now(UTC))
    authority = read_pair(folder, "authority")
    assert authority
    make_server(folder, authority, [x509.DNSName("bank.example")], datetime.now(UTC))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        handshake(prepared, folder, "bank.example")


def test_the_fingerprint_is_the_authoritys(folder: Path) -> None:
    prepared, authority = start(folder), read_authority(folder)
    assert authority and prepared.fingerprint == fingerprint(authority)
    assert len(prepared.fingerprint.split(":")) == 32


# Reuse and renewal


def test_a_second_start_changes_nothing(folder: Path) -> None:
    assert start(folder).has_new_authority
    before = content(folder)
    assert not start(folder, days_later=300).has_new_authority
    assert content(folder) == before


def test_an_address_that_is_missing_renews_the_server_only(folder: Path) -> None:
    start(folder)
    before = content(folder)
    assert "192.168.7.7" in named(start(folder, "192.168.7.7"))
    after = content(folder)
    assert {name for name in after if after[name] != before[name]} == {"server.crt", "server.key"}


def test_a_server_that_expires_soon_is_renewed(folder: Path) -> None:
    first = start(folder).certificate.read_bytes()
    kept = start(folder, days_later=360).certificate.read_bytes()
    renewed = certificate(start(folder, days_later=380).certificate)
    assert kept == first
    assert renewed.not_valid_after_utc > NOW + timedelta(days=380 + 360)


def test_no_certificate_outlives_its_authority(folder: Path) -> None:
    start(folder)
    late = certificate(start(folder, days_later=3600).certificate)
    assert late.not_valid_after_utc <= certificate(folder / "authority.crt").not_valid_after_utc


def test_after_ten_years_there_is_a_new_authority(folder: Path) -> None:
    start(folder)
    assert start(folder, days_later=3640).has_new_authority


@pytest.mark.parametrize("name", ["authority.crt", "authority.key"])
@pytest.mark.parametrize("spoiled", [None, b"", b"-----BEGIN CERTIFICATE-----\nnonsense"])
def test_a_broken_authority_is_made_anew_and_so_is_what_it_signed(
    folder: Path, name: str, spoiled: bytes | None
) -> None:
    start(folder)
    before = content(folder)
    (folder / name).unlink() if spoiled is None else (folder / name).write_bytes(spoiled)
    assert start(folder).has_new_authority
    assert not set(before.values()) & set(content(folder).values())


@pytest.mark.parametrize("name", ["server.crt", "server.key"])
@pytest.mark.parametrize("spoiled", [None, b"nonsense"])
def test_a_broken_server_certificate_is_made_anew(folder: Path, name: str, spoiled: bytes | None) -> None:
    start(folder)
    (folder / name).unlink() if spoiled is None else (folder / name).write_bytes(spoiled)
    assert not start(folder).has_new_authority
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(folder / "server.crt", folder / "server.key")


def test_a_key_of_another_certificate_is_not_served(folder: Path) -> None:
    start(folder)
    (folder / "server.key").write_bytes((folder / "authority.key").read_bytes())
    prepared = start(folder)
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(prepared.certificate, prepared.key)


def test_nothing_half_written_is_left_behind(folder: Path) -> None:
    start(folder)
    assert set(content(folder)) == {"authority.crt", "authority.key", "server.crt", "server.key"}
