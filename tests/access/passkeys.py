"""A passkey as it is stored, without a browser that makes it."""

from __future__ import annotations

from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)


def passkey_data(name: str) -> dict[str, Any]:
    """What is kept of a passkey, as a browser registers it."""
    public = ec.generate_private_key(ec.SECP256R1()).public_key()
    key = AttestedCredentialData.create(
        b"\0" * 16, name.encode(), ES256.from_cryptography_key(public)
    )
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.AT
    made = AuthenticatorData.create(b"\0" * 32, flags, 0, key)
    response = {
        "clientDataJSON": websafe_encode(
            CollectedClientData.create("webauthn.create", b"0" * 32, "http://testserver")
        ),
        "attestationObject": websafe_encode(AttestationObject.create("none", made, {})),
    }
    identity = websafe_encode(name.encode())
    credential = {"id": identity, "rawId": identity, "type": "public-key", "response": response}
    return {"name": name, "credential": {**credential, "clientExtensionResults": {}}}
