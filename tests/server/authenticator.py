"""An authenticator for tests, which creates passkeys and signs with them like a browser."""

from __future__ import annotations

import hashlib
import json
import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

UP, UV, ATTESTED = 0x01, 0x04, 0x40


def b64(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """One passkey. origin: the origin of the page; counts: whether it counts its signatures."""

    def __init__(self, origin: str = "http://localhost", *, counts: bool = True) -> None:
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = os.urandom(16)
        self.handle = b""
        self.count = 0
        self.counts = counts

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Create a passkey as WebAuthn JSON."""
        self.handle = unb64(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(key)
        data = self._data(options["rp"]["id"], UP | UV | ATTESTED) + attested
        response = {
            "clientDataJSON": b64(self._client("webauthn.create", options)),
            "attestationObject": b64(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        }
        return {"id": b64(self.id), "rawId": b64(self.id), "type": "public-key", "response": response}

    def sign(self, options: dict[str, Any], host: str | None = None) -> dict[str, Any]:
        """Create a signature as WebAuthn JSON. host: the host to sign for, if not the requesting one."""
        self.count += self.counts
        client, data = self._client("webauthn.get", options), self._data(host or options["rpId"], UP | UV)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        response = {
            "clientDataJSON": b64(client),
            "authenticatorData": b64(data),
            "signature": b64(signature),
            "userHandle": b64(self.handle),
        }
        return {"id": b64(self.id), "rawId": b64(self.id), "type": "public-key", "response": response}

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _client(self, kind: str, options: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin}).encode()
