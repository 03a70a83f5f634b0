"""What goes over the wire about accounts and signing in."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from cashbox.server.tables.seats_wire import Name  # noqa: TC001 (msgspec reads it)

Address = Annotated[str, Meta(max_length=320)]
LinkCode = Annotated[str, Meta(max_length=64)]

# -- what a client sends ----------------------------------------------------------------------------------------------


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/passkeys. credential: what the browser has made, as JSON of WebAuthn; label: what to call it."""

    credential: dict[str, Any]
    label: Annotated[str, Meta(max_length=60)] = ""


class EmailBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/email: the address to confirm; POST /api/sign-in/email: the address of an account."""

    email: Address


class LinkBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/links: what a link by e-mail is for; POST /api/me/email/confirm. code: what stands in the link."""

    code: LinkCode


class PasskeySignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sign-in/passkey. credential: what the browser has signed, as JSON of WebAuthn; token: also give the
    token in the answer's body, for programs."""

    credential: dict[str, Any]
    token: bool = False


class JoinBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/join. token: the guest's, from programs; a browser has it in a cookie."""

    token: Annotated[str, Meta(max_length=100)] = ""


class RecoverySignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sign-in/recovery. token: as in `PasskeySignIn`."""

    name: Name
    code: Annotated[str, Meta(max_length=64)]
    token: bool = False


class LinkSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sign-in/link. token: as in `PasskeySignIn`."""

    code: LinkCode
    token: bool = False


# -- what the server answers ------------------------------------------------------------------------------------------


class PasskeyInfo(msgspec.Struct, frozen=True):
    """One passkey. made, used: seconds since 1970, null where it was not used yet."""

    id: str
    label: str
    made: int
    used: int | None


class TableLink(msgspec.Struct, frozen=True):
    """A table by its id, and its name or its game's."""

    id: str
    name: str


class Beside(msgspec.Struct, frozen=True):
    """Who else this browser is: the guest that it was before it signed in, or the account. tables: where both sit;
    apart: at how many other tables that one sits or is host."""

    name: str
    account: bool
    tables: list[TableLink]
    apart: int


class AccountInfo(msgspec.Struct, frozen=True):
    """GET /api/me/account. recovery: how many recovery codes are left; email: "" for none; no_passkeys: why none can be
    used at this address, "" where they can; mail: whether the server sends any; beside: null for nobody."""

    account: bool
    name: str
    passkeys: list[PasskeyInfo]
    recovery: int
    email: str
    no_passkeys: str
    mail: bool
    beside: Beside | None


class Options(msgspec.Struct, frozen=True):
    """What a browser's navigator.credentials needs, as JSON of WebAuthn."""

    options: dict[str, Any]


class RecoveryCodes(msgspec.Struct, frozen=True):
    """The codes, which are shown this once."""

    codes: list[str]


class LinkInfo(msgspec.Struct, frozen=True):
    """What a link by e-mail is for, and the account's name."""

    kind: Literal["confirm", "sign-in"]
    name: str


class Told(msgspec.Struct, frozen=True):
    """A sentence for whoever asked."""

    message: str


class SignedIn(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who the caller is now. beside: who it is besides, a guest with all that it had until now, null for nobody; token:
    only where asked for, or where the caller showed one as a program does."""

    id: str
    name: str
    beside: Beside | None
    token: str = ""


class Joined(msgspec.Struct, frozen=True):
    """The answer to POST /api/me/join. moved: at how many tables the account is in the guest's place from now on;
    shared: those where the guest stays, since the account sits there too."""

    moved: int
    shared: list[TableLink]
