"""The operator's settings, from the environment."""

from __future__ import annotations

import ipaddress
import os
import re
import sys
from dataclasses import asdict, dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args
from urllib.parse import unquote, urlsplit

from cashbox.engine.data import ContentError
from cashbox.engine.game import GameError
from cashbox.server.feedback.questions import questions_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.server.feedback.wire import Question

LogKind = Literal["text", "json"]

LEAST_SOCKETS: Final = 8
"""The fewest connections that a server allows: a page needs several."""

MOST_PORT: Final = 65535
MOST_PROCESSES: Final = 256
MOST_DAYS: Final = 36_500
_DIGITS: Final = 9
_PREFIX: Final = "CASHBOX_"

SETTINGS: Final = tuple(
    _PREFIX + name
    for name in (
        *("BOT_DELAY", "BUNDLE", "COMPILED", "CONTACT", "DATABASE", "FEEDBACK", "GAMES", "HOME", "HOST", "HOSTS"),
        *(
            "KEEP_GUESTS",
            "KEEP_WAITING",
            "LOG",
            "MAIL_FROM",
            "METRICS_TOKEN",
            "PORT",
            "PRIVATE_TARGETS",
            "PROCESSES",
            "PROXIES",
        ),
        *("QUOTAS", "RETAIN_CHATS", "RETAIN_FINISHED", "RETAIN_GUESTS", "REVEAL", "SMTP", "SOCKETS", "UNUSED_DAYS"),
        *("URL", "VARIANTS"),
    )
)
"""All names of settings, without those of quotas."""

_LEAST_TOKEN: Final = 16
_NOT_IN_URL: Final = re.compile(r"[^!-~]|[?#@\"'<>\\^`{|}]")
"""The parts that the base URL of invitation links must not have."""

_CONTACT: Final = re.compile(r"mailto:[!-?A-~]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+|https://[!-~]+\.[!-~]+")
"""A contact that push services and security researchers accept: some reject a name without a dot."""

_POSTGRESQL: Final = re.compile(r"postgres(ql)?://.+")

_NAME: Final = re.compile(r"\*|[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+")
"""A host name or an address, or any."""

_LONGEST_EMAIL: Final = 254
"""The most characters in an email address."""

_EMAIL: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9-]+"
)

_OPTIONAL_TLS: Final = "starttls=optional"
"""The suffix of the setting that allows unencrypted email to a server without TLS."""

_MAIL_PORTS: Final = {"smtp": 587, "smtps": 465}


class StartError(GameError):
    """The server cannot start; the message is one sentence for the operator."""

    def __init__(self, message: str) -> None:
        super().__init__("cannot-start", message)


@dataclass(frozen=True, kw_only=True)
class Serving:
    """The settings of `cashbox serve`; those that are None come from the environment.

    Args:
        host: the address to listen on; by default, only this machine can connect. 0.0.0.0 lets others connect.
        port: the port to listen on; by default, 8000. With several processes, also the ports after it.
        home: the data folder; by default, one in the user's data directory.
        url: the start of invitation links, if the server can't tell its own URL.
        processes: the number of server processes; by default, one. More than one requires PostgreSQL.
        variants: a folder with variants of games to offer; see docs/variants.md.
    """

    host: str | None = None
    port: int | None = None
    home: Path | None = None
    url: str | None = None
    processes: int | None = None
    variants: Path | None = None


@dataclass(frozen=True, kw_only=True)
class Where:
    """The data that a command works on.

    Args:
        home: the data folder; by default, CASHBOX_HOME.
        database: a PostgreSQL database, postgresql://user:password@host/name; by default, CASHBOX_DATABASE. If that
            isn't set, or if you give "", the database is the file in the data folder.
    """

    home: Path | None = None
    database: str | None = None


AS_THE_ENVIRONMENT_SAYS: Final = Serving()


@dataclass(frozen=True)
class Retention:
    """Retention in days, 0 for no limit. finished: tables that are over or closed, with their journals; chats: of such
    tables; guests: those without a table."""

    finished: int = 0
    chats: int = 0
    guests: int = 0

    @property
    def anything(self) -> bool:
        """Whether there is any limit."""
        return bool(self.finished or self.chats or self.guests)


@dataclass(frozen=True)
class Smtp:
    """A mail server. sender: the address that email comes from; tls: from the start of the connection, otherwise by
    STARTTLS, which the server must offer. optional: whether it need not offer it, unless there is a password."""

    host: str
    port: int
    sender: str
    tls: bool = False
    user: str = ""
    password: str = field(default="", repr=False)
    optional: bool = False

    @property
    def local(self) -> bool:
        """Whether it is on this machine, so that no one can eavesdrop."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


_PERIODS: Final = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_QUOTA: Final = _PREFIX + "QUOTA_"
_PART: Final = re.compile(r"(0|[1-9][0-9]{0,8})(?:/(second|minute|hour|day)(?::([1-9][0-9]{0,8}))?)?")


class Limit(NamedTuple):
    """A limit of a number per time. many: the number, 0 for no limit; seconds: the period, 0 for a limit at a time;
    burst: how many may come at once, 0 for all."""

    many: int
    seconds: int = 0
    burst: int = 0

    @property
    def at_once(self) -> int:
        """Return how many may come at once."""
        return min(self.burst, self.many) if self.burst else self.many


class Allowance(NamedTuple):
    """A quota. what: the counted things, as text; guest: the limit for one guest; address: the limit for all guests
    behind one address together; None for no limit."""

    what: str
    guest: Limit | None
    address: Limit | None

    @property
    def lasting(self) -> bool:
        """Whether the counted things last for a while, so that the limit is for simultaneous ones."""
        return any(limit is not None and not limit.seconds for limit in (self.guest, self.address))


def _a(period: str, many: int, burst: int = 0) -> Limit:
    return Limit(many, _PERIODS[period], burst)


ALLOWANCES: Final[Mapping[str, Allowance]] = {
    "look": Allowance("requests", _a("minute", 2400), _a("minute", 20_000, 4000)),
    "play": Allowance("actions", _a("minute", 600), _a("minute", 9000)),
    "create": Allowance("new tables", _a("hour", 60), _a("hour", 480)),
    "guests": Allowance("new guests", None, _a("hour", 120)),
    "profile": Allowance("changes to names, settings, or groups", _a("minute", 30), _a("minute", 300)),
    "mail": Allowance("emails or other messages", _a("hour", 30), _a("hour", 300)),
    "sign_in": Allowance("sign-in attempts", _a("hour", 1000), _a("hour", 240)),
    "heavy": Allowance("hints, journal files, or downloads", _a("hour", 240), _a("hour", 1200)),
    "bots": Allowance("running tables with only bots", Limit(10), Limit(100)),
    "sockets": Allowance("open connections", Limit(20), Limit(400)),
}
"""The default quotas by class: more than 40 people behind one address need when they play fast at several tables each,
and far less than a program could use. Most requests count as one; `web/quotas.py` lists those that count as more."""


@dataclass(frozen=True)
class Settings:
    """A server's settings.

    host, port: where it listens (port 0 for any free one). home: the data folder. url: the beginning of invitation
    links, None for the address it listens on. bot_delay: the least milliseconds from one change at a table to a bot's
    next action, so that people can follow. bot_seconds: how long a bot may think. bot_workers: the most processes for
    bots. idle: seconds after which an unused table leaves memory. sockets: the most simultaneous connections, within
    the limit on open files. hosts: additional host names of requests ("*" for any). log: the format of the log. quotas:
    what one client may do, by kind. proxies: networks of trusted proxies. keep_guests: days after which a guest who
    never did anything is deleted, 0 for never; keep_waiting: the same for a table that never started. unused: days
    after which an unused table is closed, 0 for never. reveal: seconds that a full table waits for its players' pages
    to reveal their nonces. database: the URL of a PostgreSQL database, "" for the file in the data folder. processes:
    the number of server processes, each at its own port. metrics_token: required to read the metrics, None if no one
    may. retain: the retention. smtp: the mail server, None for none. targets: private networks to which notifications
    may be sent, at URLs that users choose. packed: whether pages use the packed files, if there are current ones.
    contact: of the operator, a mailto: or https: URL, "" for none. variants: a folder with variants to offer.
    feedback: what players are asked after a game.
    """

    home: Path
    host: str = "127.0.0.1"
    port: int = 8000
    url: str | None = None
    bot_delay: int = 500
    bot_seconds: float = 30.0
    bot_workers: int = 8
    idle: float = 900.0
    metrics_token: str | None = None
    retain: Retention = Retention()
    sockets: int = 10_000
    hosts: tuple[str, ...] = ()
    log: LogKind = "text"
    quotas: Mapping[str, Allowance] = field(default_factory=lambda: ALLOWANCES)
    proxies: tuple[str, ...] = ()
    keep_guests: int = 30
    keep_waiting: int = 30
    unused: int = 30
    reveal: int = 10
    database: str = ""
    processes: int = 1
    smtp: Smtp | None = None
    targets: tuple[str, ...] = ()
    packed: bool = True
    contact: str = ""
    variants: Path | None = None
    feedback: tuple[Question, ...] = ()

    @classmethod
    def from_env(cls, env: Mapping[str, str] = os.environ, asked: Serving = AS_THE_ENVIRONMENT_SAYS) -> Settings:
        """Read the settings from the command's flags, then from the environment (docs/settings.md). StartError if one
        is invalid."""
        home = env.get("CASHBOX_HOME", "")
        found = cls(
            home=_folder(home) if home else default_home(env),
            host=env.get("CASHBOX_HOST", "") or cls.host,
            port=_number(env, "CASHBOX_PORT", cls.port, MOST_PORT),
            url=check_url(env.get("CASHBOX_URL", "")),
            bot_delay=_number(env, "CASHBOX_BOT_DELAY", cls.bot_delay, 60_000),
            metrics_token=_token(env, "CASHBOX_METRICS_TOKEN"),
            retain=Retention(
                finished=_number(env, "CASHBOX_RETAIN_FINISHED", 0, MOST_DAYS),
                chats=_number(env, "CASHBOX_RETAIN_CHATS", 0, MOST_DAYS),
                guests=_number(env, "CASHBOX_RETAIN_GUESTS", 0, MOST_DAYS),
            ),
            sockets=_number(env, "CASHBOX_SOCKETS", cls.sockets, 1_000_000, LEAST_SOCKETS),
            hosts=_hosts(env.get("CASHBOX_HOSTS", "")),
            log=_log(env.get("CASHBOX_LOG", "")),
            quotas=read_quotas(env),
            proxies=_networks(env.get("CASHBOX_PROXIES", "")),
            keep_guests=_number(env, "CASHBOX_KEEP_GUESTS", cls.keep_guests, MOST_DAYS),
            keep_waiting=_number(env, "CASHBOX_KEEP_WAITING", cls.keep_waiting, MOST_DAYS),
            unused=_number(env, "CASHBOX_UNUSED_DAYS", cls.unused, MOST_DAYS),
            reveal=_number(env, "CASHBOX_REVEAL", cls.reveal, 3600),
            database=_database(env.get("CASHBOX_DATABASE", "")),
            processes=_number(env, "CASHBOX_PROCESSES", cls.processes, MOST_PROCESSES, 1),
            smtp=read_smtp(env),
            targets=_networks(env.get("CASHBOX_PRIVATE_TARGETS", ""), "CASHBOX_PRIVATE_TARGETS"),
            packed=_packed(env.get("CASHBOX_BUNDLE", "")),
            contact=_contact(env.get("CASHBOX_CONTACT", "")),
            variants=_folder(env["CASHBOX_VARIANTS"], "CASHBOX_VARIANTS") if env.get("CASHBOX_VARIANTS") else None,
            feedback=_feedback(env.get("CASHBOX_FEEDBACK", "")),
        )
        if asked.port is not None and not 0 <= asked.port <= MOST_PORT:
            raise StartError(f"The port must be from 0 to {MOST_PORT}, not {asked.port}.")
        if asked.processes is not None and not 1 <= asked.processes <= MOST_PROCESSES:
            raise StartError(f"The number of processes must be from 1 to {MOST_PROCESSES}, not {asked.processes}.")
        given = {name: value for name, value in asdict(asked).items() if value is not None}
        if asked.url is not None:
            given["url"] = check_url(asked.url)
        settings = replace(found, **given)
        if settings.variants is not None and not os.path.isdir(settings.variants):  # noqa: PTH112 (takes any text)
            raise StartError(f"CASHBOX_VARIANTS must be a folder, not {str(settings.variants)[:80]!r}.")
        return settings


def default_home(env: Mapping[str, str] = os.environ) -> Path:
    """Return the default data folder, in the user's data directory."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "cashbox"
    base = env.get("XDG_DATA_HOME", "")
    return (Path(base) if base else Path.home() / ".local" / "share") / "cashbox"


def is_postgresql(text: str) -> bool:
    """Check whether a text is the URL of a PostgreSQL database."""
    return _POSTGRESQL.fullmatch(text) is not None


def check_url(url: str | None) -> str | None:
    """Return a complete http(s) URL without a trailing slash, None for none. StartError for anything else."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        fits = False
    if not fits or _NOT_IN_URL.search(url):
        raise StartError(f"CASHBOX_URL must be a complete URL such as https://example.org, not {url[:80]!r}.")
    if parts.path not in ("", "/"):
        raise StartError(
            f"CASHBOX_URL can't have a path as in {url[:80]!r}, because pages are served at the root."
            " Give the server its own host name, such as https://cashbox.example.org."
        )
    return url.rstrip("/")


def _contact(text: str) -> str:
    """Return the operator's contact as a link. StartError if it is neither an email address nor a URL."""
    link = text if text.startswith(("mailto:", "https://")) or not text else f"mailto:{text}"
    if link and not _CONTACT.fullmatch(link):
        raise StartError(
            "CASHBOX_CONTACT must be an email address or a page such as https://example.org/contact,"
            f" not {text[:60]!r}."
        )
    return link


def _folder(home: str, setting: str = "CASHBOX_HOME") -> Path:
    try:
        return Path(home).expanduser()
    except RuntimeError:
        raise StartError(f"{setting} refers to the home folder of an unknown user: {home[:80]!r}.") from None


def _feedback(text: str) -> tuple[Question, ...]:
    try:
        return questions_of(text)
    except ContentError as error:
        raise StartError(f'CASHBOX_FEEDBACK must be "on", "off", or a file with questions. {error}') from None


def _token(env: Mapping[str, str], name: str) -> str | None:
    text = env.get(name, "")
    if text and not re.fullmatch(f"[!-~]{{{_LEAST_TOKEN},}}", text):
        raise StartError(f"{name} must have at least {_LEAST_TOKEN} characters, and no spaces.")
    return text or None


def _log(text: str) -> LogKind:
    if text not in ("", *get_args(LogKind)):
        raise StartError(f"CASHBOX_LOG must be text or json, not {text[:40]!r}.")
    return "json" if text == "json" else "text"


def _hosts(text: str) -> tuple[str, ...]:
    names = tuple(text.replace(",", " ").split())
    for name in names:
        if not _NAME.fullmatch(name):
            raise StartError(f"CASHBOX_HOSTS must list host names and IP addresses without a port, not {name[:60]!r}.")
    return names


def _database(text: str) -> str:
    if text and not is_postgresql(text):
        raise StartError("CASHBOX_DATABASE must be a URL such as postgresql://user:password@host/name.")
    return text


def _packed(text: str) -> bool:
    if text not in ("", "on", "off"):
        raise StartError(f'CASHBOX_BUNDLE must be "on" or "off", not {text[:40]!r}.')
    return text != "off"


def misspelled(env: Mapping[str, str]) -> Sequence[str]:
    """Return a sentence on each name in an environment that is almost the name of a setting."""
    known = [name.removeprefix(_PREFIX) for name in SETTINGS]
    found = []
    for name in sorted(env):
        rest = name.removeprefix(_PREFIX)
        meant = get_close_matches(rest, known, 1, 0.75) if name != rest and rest not in known else []
        if meant and not rest.startswith("QUOTA"):
            found.append(f"There is no setting {name}. Did you mean {_PREFIX}{meant[0]}?")
    return found


def _networks(text: str, setting: str = "CASHBOX_PROXIES") -> tuple[str, ...]:
    """Parse addresses and networks separated by commas."""
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    for part in found:
        try:
            ipaddress.ip_network(part)
        except ValueError:
            sample = "127.0.0.1 or 10.0.0.0/8, separated by commas"
            raise StartError(
                f"{setting} must list IP addresses or networks such as {sample}, not {part[:40]!r}."
            ) from None
    return found


def _number(env: Mapping[str, str], name: str, default: int, most: int, least: int = 0) -> int:
    text = env.get(name, "")
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > _DIGITS or not least <= int(text) <= most:
        raise StartError(f"{name} must be a number from {least} to {most}, not {text[:40]!r}.")
    return int(text)


def email_address(text: str) -> str | None:
    """Return an email address in the form for headers, None if it is not one that we can send to."""
    name, at, domain = text.strip().rpartition("@")
    try:
        written = f"{name}{at}{domain.lower().encode('idna').decode()}"
    except UnicodeError:
        return None
    return written if len(written) <= _LONGEST_EMAIL and _EMAIL.fullmatch(written) else None


def read_smtp(env: Mapping[str, str]) -> Smtp | None:
    """Return the mail server of an environment, None for none. StartError, without the password, if invalid."""
    given, sender = env.get("CASHBOX_SMTP", ""), env.get("CASHBOX_MAIL_FROM", "")
    if not given and sender:
        raise StartError("CASHBOX_MAIL_FROM is set, but CASHBOX_SMTP isn't. Set both to send email.")
    if not given:
        return None
    try:
        parts = urlsplit(given)
        port = parts.port or _MAIL_PORTS[parts.scheme]
        host = parts.hostname or ""
        optional = parts.scheme == "smtp" and parts.query == _OPTIONAL_TLS
        fits = bool(host) and parts.path in ("", "/") and (optional or not parts.query) and not parts.fragment
    except (ValueError, KeyError):
        fits = False
    if not fits:
        sample = f"smtp://user:password@mail.example.org:587. It can end with ?{_OPTIONAL_TLS}"
        raise StartError(f"CASHBOX_SMTP must be a URL such as {sample}.")
    if email_address(sender) is None:
        raise StartError("CASHBOX_MAIL_FROM must be the sender's address, such as games@example.org.")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Smtp(host, port, sender, parts.scheme == "smtps", user, password, optional)


def read_quotas(env: Mapping[str, str]) -> Mapping[str, Allowance]:
    """Return the quotas of an environment, none if it turns them off. StartError if one is invalid."""
    switch = env.get("CASHBOX_QUOTAS", "") or "on"
    if switch not in ("on", "off"):
        raise StartError(f"CASHBOX_QUOTAS must be on or off, not {switch[:40]!r}.")
    unknown = {name for name in env if name.startswith(_QUOTA)} - {_setting(name) for name in ALLOWANCES}
    if unknown:
        raise StartError(f"There is no setting {min(unknown)[:60]}. docs/settings.md lists the quotas.")
    found = {name: _allowance(usual, _setting(name), env.get(_setting(name), "")) for name, usual in ALLOWANCES.items()}
    return found if switch == "on" else {}


def _setting(name: str) -> str:
    return _QUOTA + name.upper()


def _allowance(usual: Allowance, setting: str, text: str) -> Allowance:
    if not text:
        return usual
    try:
        limits = [_limit(part.strip(), lasting=usual.lasting) for part in text.split(",")]
        if len(limits) == 1 and limits[0] is not None and not limits[0].many:
            limits *= 2
        guest, address = limits
    except ValueError:
        sample = "20,400" if usual.lasting else "60/hour,240/hour"
        how = "per guest, then per IP address, with - for no limit and 0 to turn it off"
        raise StartError(f"{setting} must be like {sample} ({how}), not {text[:40]!r}.") from None
    return usual._replace(guest=guest, address=address)


def _limit(part: str, *, lasting: bool) -> Limit | None:
    if part == "-":
        return None
    found = _PART.fullmatch(part)
    if found is None or ((found[2] is None) is not lasting and part != "0"):
        raise ValueError(part)
    return Limit(int(found[1]), _PERIODS[found[2]] if found[2] else 0, int(found[3] or 0))
