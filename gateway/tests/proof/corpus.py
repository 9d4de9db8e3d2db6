#!/usr/bin/env python3
"""Makes statements that every verifier must accept or refuse.

    corpus.py > corpus.json
    corpus.py --check corpus.json

corpus.json is a list of {"name", "isGood", "file"}. Each refused file breaks the one rule of
.github/proofs.md that its name says: whatever else depends on the change is hashed and signed
again, with keys and a log that are made up here. Nothing is drawn by lot or taken from the clock, so
that the same bytes come out each time. --check asks verifier.py about each file and exits with 1
where it disagrees.
"""
import base64
import copy
import hashlib
import json
import sys
from dataclasses import dataclass, field, replace
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import verifier

ORIGIN = "log"
WALLET = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5"
ZEROS = "00" * 32
# 2026-11-21T03:00:00Z, in microseconds.
START = 1_795_230_000_000_000
MINUTE = 60_000_000


def digest(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def made_up(text, size=32):
    return digest(b"made up", text.encode())[:size]


def eight(number):
    """As 8 bytes. What does not fit is cut off, as a careless verifier would do it."""
    return (int(number) % 2**64).to_bytes(8, "big")


def sized(text):
    return eight(len(text.encode())) + text.encode()


class Key:
    """A key of the log, or of somebody else."""

    def __init__(self, seed, name=ORIGIN, algorithm=1):
        self.private = Ed25519PrivateKey.from_private_bytes(made_up(f"key {seed}"))
        self.name = name
        self.public = bytes([algorithm]) + self.private.public_key().public_bytes_raw()
        self.id = digest(name.encode(), b"\n", self.public)[:4]

    def verifier(self):
        return f"{self.name}+{self.id.hex()}+{base64.b64encode(self.public).decode()}"

    def sign(self, body):
        signature = self.id + self.private.sign(body.encode())
        return f"— {self.name} {base64.b64encode(signature).decode()}\n"


TODAY, OLD, STRANGER = Key("today"), Key("old"), Key("stranger")


def named(key, since="0", until=None):
    return {"verifier": key.verifier(), "since": since, "until": until}


@dataclass(frozen=True)
class Event:
    """An event as it is in the log, and as the file shows it."""

    kind: str
    at: Any
    balance: Any
    shown: Any
    void: Any = None

    def facts(self, currency):
        if self.void is not None:
            return self.void
        minor = self.balance.replace(".", "") if type(self.balance) is str else self.balance
        return b"\1" + eight(self.at) + eight(minor) + currency.encode()


def content(kind, at):
    return made_up(f"{kind} {at}")


def place(minute):
    return str(START + minute * MINUTE)


def hidden(minute, balance, kind="GameAccountOpened", **rest):
    """An event without a balance, whatever it is in the log."""
    at = rest.get("at", place(minute))
    return Event(kind, at, balance, [kind, at, content(kind, at).hex()])


def opening(minute, balance, kind="Corrected", **rest):
    event = hidden(minute, balance, kind, **rest)
    return replace(event, shown=[*event.shown, balance])


def line(minute, balance, kind="Deposited", texts=("d1", "SUCCESS", "SCB", "WALLET"), **rest):
    event = opening(minute, balance, kind, **rest)
    return replace(event, shown=[*event.shown, list(texts)])


def unmoved(minute, balance, amount="250.00", kind="ManualDepositRequested"):
    """A line that has moved nothing yet."""
    event = hidden(minute, balance, kind)
    return replace(event, shown=[*event.shown, None, ["m1", "PENDING", "SCB", "WALLET", amount]])


def void(position, facts=b"\0", kind="Corrected", **rest):
    """A row of somebody who does not have the journal's key."""
    shown = {
        "type": kind,
        "facts": facts.hex(),
        "content": content(kind, position).hex(),
        "position": str(position),
        "salt": made_up(f"salt {position}", 16).hex(),
        "path": None,
    }
    return Event(kind, None, None, {**shown, **rest}, facts)


FORTUNE = b"\1" + eight(START) + eight(99_999_999_00) + b"THB"


def void_leaf(shown, stream):
    salt = bytes.fromhex(shown["salt"])
    return digest(b"\0wallet-void/2", salt, eight(shown["position"]), stream)


def leaf_of_another_row(shown, _):
    return void_leaf(shown, made_up("another wallet's chain"))


def leaf_of_no_row(shown, _):
    """A void leaf that says nothing but its place fits every event."""
    return void_leaf(shown, b"")


def ordinary_leaf(shown, _):
    """The leaf that an event of ours would have there."""
    salt = bytes.fromhex(shown["salt"])
    place = eight(shown["position"]) + eight(START)
    return digest(b"\0wallet-leaf/1", salt, place, made_up("stream"))


@dataclass
class Log:
    """A log, and all that a statement says apart from its events.

    The last event is at `position`, or at its number in the stream. There are `size` leaves, or
    more where the position is above it.
    """

    events: list
    position: Any = None
    size: int = 1
    first: Any = "1"
    before: str = ZEROS
    currency: str = "THB"
    wallet: str = WALLET
    begin: Any = None
    end: Any = None
    origin: str = ORIGIN
    recorded: Any = str(START + 10 * MINUTE)
    keys: list = field(default_factory=lambda: [named(TODAY)])
    signers: tuple = (TODAY,)
    extensions: str = ""
    chain: bytes = b"ledger-event/3"
    stream_kind: str = "wallet"
    leaf_name: bytes = b"wallet-leaf/1"
    void_leaf: Any = void_leaf

    def link(self, before, number, event):
        wallet = bytes.fromhex(self.wallet.replace("-", ""))
        start = sized(self.stream_kind) + wallet + eight(number) + sized(event.kind)
        shown = event.shown["content"] if event.void is not None else event.shown[2]
        return digest(
            self.chain, before, start, event.facts(self.currency), bytes.fromhex(shown)
        )

    def streams(self):
        """The stream hash after each event, behind the one before the first."""
        streams = [bytes.fromhex(self.before)]
        for number, event in enumerate(self.events, int(self.first)):
            streams.append(self.link(streams[-1], number, event))
        return streams

    def place(self):
        return self.position or min(int(self.first) + len(self.events) - 1, 9)

    def leaf(self):
        salt = made_up(f"salt {self.place()}", 16)
        placed = salt + eight(self.place()) + eight(self.recorded)
        return digest(b"\0", self.leaf_name, placed, self.streams()[-1])

    def seal(self):
        """The file, with every hash and signature."""
        position = self.place()
        index = int(position) % 2**64 - 1
        size = max(self.size, index + 1)
        leaves = [made_up(f"leaf {index}") for index in range(size)]
        events = [copy.deepcopy(event.shown) for event in self.events]
        voids = [it for it in zip(events, self.streams()[1:]) if type(it[0]) is dict]
        for shown, stream in voids:
            leaves[int(shown["position"]) - 1] = self.void_leaf(shown, stream)
        leaves[index] = self.leaf()
        for shown, _ in voids:
            shown["path"] = path(leaves, int(shown["position"]) - 1)
        shown = {
            "position": str(position),
            "recordedAt": self.recorded,
            "salt": made_up(f"salt {position}", 16).hex(),
            "path": path(leaves, index),
        }
        return {
            "format": "wallet-statement/2",
            "walletId": self.wallet,
            "currency": self.currency,
            "from": self.begin,
            "to": self.end,
            "origin": self.origin,
            "keys": self.keys,
            "checkpoint": note(size, root(leaves), self.signers, self.extensions),
            "first": self.first,
            "before": self.before,
            "events": events,
            "leaf": shown if events else None,
        }


def root(leaves):
    if len(leaves) == 1:
        return leaves[0]
    half = 1 << (len(leaves) - 1).bit_length() - 1
    return digest(b"\1", root(leaves[:half]), root(leaves[half:]))


def path(leaves, index):
    """From the leaf up."""
    if len(leaves) == 1:
        return []
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if index < half:
        return [*path(leaves[:half], index), root(leaves[half:]).hex()]
    return [*path(leaves[half:], index - half), root(leaves[:half]).hex()]


def body(size, root_hash, extensions=""):
    return f"{ORIGIN}\n{size}\n{base64.b64encode(root_hash).decode()}\n{extensions}"


def note(size, root_hash, signers=(TODAY,), extensions=""):
    return signed(body(size, root_hash, extensions), signers)


def signed(text, signers=(TODAY,)):
    return text + "\n" + "".join(key.sign(text) for key in signers)


def put(file, where, value):
    """A copy with another value at `where`, such as `leaf.path.0`, or a function of the old."""
    file = copy.deepcopy(file)
    *way, last = [int(it) if it.isdigit() else it for it in where.split(".")]
    at = file
    for it in way:
        at = at[it]
    if callable(value):
        value = value(at[last])
    is_new = type(at) is dict and last not in at
    assert is_new or at[last] != value or type(at[last]) is not type(value), where
    at[last] = value
    return file


def drop(file, where):
    file = copy.deepcopy(file)
    *way, last = [int(it) if it.isdigit() else it for it in where.split(".")]
    at = file
    for it in way:
        at = at[it]
    del at[last]
    return file


def plain(**rest):
    """From the beginning: opened, and 500.00 in."""
    return Log(**{"events": [hidden(0, "0.00", "Opened"), line(1, "500.00")], **rest})


def longer(**rest):
    """From the beginning: 500.00 in, 200.00 out, and two events that are no lines."""
    events = [
        hidden(0, "0.00", "Opened"),
        line(1, "500.00"),
        hidden(2, "500.00"),
        line(3, "300.00", "TransferStarted", ("t1", "PENDING", "WALLET", "pg")),
    ]
    return Log(**{"events": events, **rest})


def middle(**rest):
    """From the fourth event on, which leaves 300.00; the fifth brings 100.00."""
    start = {"first": "4", "before": made_up("before").hex(), "begin": time(4)}
    events = [opening(3, "300.00"), line(4, "400.00", "Corrected")]
    return Log(**{"events": events, "position": 5, **start, **rest})


def waiting(amount="250.00", **rest):
    """With a line that has moved nothing."""
    events = [unmoved(1, "0.00", amount), line(2, "500.00")]
    return Log(**{"events": events, **rest})


def invaded(*rows, **rest):
    """With void rows, at position 2 or the given ones."""
    rows = rows or (void(2, FORTUNE),)
    events = [hidden(0, "0.00", "Opened"), *rows, line(1, "500.00")]
    return Log(**{"events": events, **rest})


def kip(**rest):
    events = [unmoved(1, "0", "250"), line(2, "50000"), line(3, "49999", "TransferStarted")]
    return Log(**{"events": events, "currency": "LAK", **rest})


def empty(**rest):
    return Log(**{"events": [], **rest})


def sealed_with(log, number, event):
    """The log with another event at that place of the list."""
    log.events[number] = event
    return log.seal()


def good_files():
    yield "from the beginning, with two events that are no lines", longer(size=7).seal()
    further = middle(position=9, size=11)
    further.events += [hidden(5, "400.00"), line(6, "150.50", "WithdrawalRequested")]
    yield "from the middle, with an opening balance", further.seal()
    yield "with a line that has moved nothing", waiting().seal()
    yield "a line that has moved nothing and asked for nothing", waiting("0.00").seal()
    yield "one line and nothing else, in a log of one", lone()
    two = invaded(void(2), void(4, FORTUNE), position=6, size=7)
    yield "two void rows, without facts and with facts of a fortune", two.seal()
    yield "two void rows next to each other, the first as event 1", Log(
        [void(1), void(2), line(1, "500.00")]
    ).seal()
    rows = middle(position=6)
    rows.events.insert(1, void(5))
    yield "a void row right after the opening balance", rows.seal()
    yield "of a wallet in kip", kip().seal()
    yield "without lines", empty().seal()
    yield "the checkpoint is of the last event", plain(position=7, size=7).seal()
    yield "the checkpoint is much later than the last event", plain(size=40).seal()
    both = [named(OLD, "0", "1"), named(TODAY, "1")]
    yield "two keys of which one is retired, signed by today's", plain(keys=both).seal()
    handed = {"keys": [named(OLD, "0", "2"), named(TODAY, "2")]}
    yield "signed by the old and the new key as it was handed over", plain(
        **handed, signers=(OLD, TODAY)
    ).seal()
    yield "signed by a retired key alone, at its last size", plain(**handed, signers=(OLD,)).seal()
    yield "an unknown key has signed too", plain(signers=(STRANGER, TODAY)).seal()
    act = f"staff-acts 12 {base64.b64encode(made_up('act')).decode()}\n"
    yield "the checkpoint names the last act of staff", plain(extensions=act).seal()
    yield "an event from before 1970", sealed_with(plain(), 0, hidden(0, "0.00", at="-1"))
    yield "recorded before 1970", plain(recorded="-1").seal()
    yield "the first line is just at the beginning of its period", plain(begin=time(1)).seal()
    yield "the last line is a microsecond before the end of its period", plain(
        begin="2026-11-21T03:00:00.1Z", end="2026-11-21T03:01:00.000001Z"
    ).seal()
    for minute, what in [(0, "before"), (9, "after")]:
        out = longer(begin=time(1), end="2026-11-21T03:03:00.5Z")
        out.events[2] = line(minute, "400.00")
        yield f"a line between the ends of the statement is {what} its period", out.seal()
    yield "of a period, from the first event on", plain(begin=time(0)).seal()
    repaid = plain(position=4)
    repaid.events += [line(1, "0.00", "Corrected"), line(2, "500.00", "Corrected")]
    yield "a pair of lines that takes all and brings it back", repaid.seal()
    yield "a transfer that is shown as an event that is no line", sealed_with(
        longer(), 2, hidden(2, "500.00", "TransferCompleted")
    )
    yield "a balance as large as can be", sealed_with(plain(), 1, line(3, "92233720368547758.07"))


def lone():
    """One line, in a log of one: its path is empty."""
    return Log([line(0, "0.01")]).seal()


def time(minute):
    return f"2026-11-21T03:{minute:02}:00Z"


def broken_members():
    """Members and forms."""
    whole, rows, part = lone(), invaded().seal(), middle().seal()
    yield "its format is an older one", put(whole, "format", "wallet-statement/1")
    for name in ("walletId", "from", "to", "origin", "keys", "first", "before", "leaf"):
        yield f"{name} is missing", drop(whole, name)
    yield "the salt of the leaf is missing", drop(whole, "leaf.salt")
    yield "the facts of a void row are missing", drop(rows, "events.1.facts")
    yield "until of a key is missing", drop(whole, "keys.0.until")
    yield "a member too many", put(whole, "note", "1")
    yield "a member too many in the leaf", put(whole, "leaf.note", "1")
    yield "a member too many in a key", put(whole, "keys.0.note", "1")
    yield "a member too many in a void row", put(rows, "events.1.balance", "1.00")
    yield "the events are no list", put(whole, "events", {"0": whole["events"][0]})
    yield "the leaf is null though there are events", put(whole, "leaf", None)
    yield "an empty path is a text", put(whole, "leaf.path", "")
    yield "an empty path is null", put(whole, "leaf.path", None)
    yield "an empty path is an object", put(whole, "leaf.path", {})
    two = plain().seal()
    yield "an event is a text of three letters", put(two, "events.0", "abc")
    yield "an event is null", put(two, "events.0", None)
    yield "an event of six parts", put(whole, "events.0", lambda it: [*it, "1"])
    yield "an event that is no line has null for its balance", put(
        two, "events.0", lambda it: [*it, None]
    )
    yield "an event that is no line has null for its texts", put(
        two, "events.0", lambda it: [*it, None, None]
    )
    yield "an opening balance with null for texts", put(part, "events.0", lambda it: [*it, None])


def broken_types():
    """Values that are no texts."""
    whole, rows, asked = lone(), invaded().seal(), waiting().seal()
    for where, what in {
        "first": "the first event's number", "leaf.position": "the leaf's position",
        "leaf.recordedAt": "the leaf's time", "keys.0.since": "the size since which a key signs",
        "events.0.1": "the time of an event",
    }.items():
        yield f"{what} is a number", put(whole, where, int)
    for where, what in {
        "walletId": "the wallet", "before": "the hash before", "checkpoint": "the checkpoint",
        "events.0.3": "the balance of a line that has moved money",
        "events.0.4.0": "the id of a line",
    }.items():
        yield f"{what} is null", put(whole, where, None)
    yield "a type is null", put(plain().seal(), "events.0.0", None)
    yield "the status of a line is a number", put(whole, "events.0.4.1", 1)
    yield "from of a line is false", put(whole, "events.0.4.2", False)
    yield "the size until which a key signs is empty", put(whole, "keys.0.until", "")
    yield "a balance is a number", put(whole, "events.0.3", 0.01)
    yield "an asked amount is a number", put(asked, "events.0.4.4", 250)


def broken_spellings():
    """Texts that are written in another way."""
    whole, part, rows = lone(), middle().seal(), invaded().seal()
    for where, what in {
        "events.0.2": "a content", "leaf.salt": "the leaf's salt", "walletId": "the wallet",
    }.items():
        yield f"{what} in upper case", put(whole, where, str.upper)
    yield "a path's hash in upper case", put(plain().seal(), "leaf.path.0", str.upper)
    yield "the hash before in upper case", put(part, "before", str.upper)
    yield "the facts of a void row in upper case", put(rows, "events.1.facts", str.upper)
    yield "a content with a line's end", put(whole, "events.0.2", lambda it: it + "\n")
    yield "the salt is a byte too short", put(whole, "leaf.salt", lambda it: it[:-2])
    yield "the wallet without dashes", put(whole, "walletId", lambda it: it.replace("-", ""))
    yield "the wallet with its dashes elsewhere", put(
        whole, "walletId", lambda it: it.replace("8-2", "-82")
    )
    yield "the currency in lower case", put(whole, "currency", "thb")
    for where, what in {
        "events.0.1": "a time", "first": "the first number", "leaf.position": "the position",
        "leaf.recordedAt": "the leaf's time",
    }.items():
        yield f"{what} with a leading zero", put(whole, where, lambda it: "0" + it)
    yield "a time with a plus", put(whole, "events.0.1", lambda it: "+" + it)
    yield "a time with a space", put(whole, "events.0.1", lambda it: " " + it)
    yield "a time with a line's end", put(whole, "events.0.1", lambda it: it + "\n")
    yield "a time in digits of another script", put(
        whole, "events.0.1", lambda it: "1" + "".join(chr(ord(digit) + 0x630) for digit in it[1:])
    )
    yield "a time of an event that is no line with a leading zero", put(
        plain().seal(), "events.0.1", lambda it: "0" + it
    )
    epoch = Log([line(0, "0.01", at="0")]).seal()
    yield "a time of minus zero", put(epoch, "events.0.1", "-0")
    yield "a time as RFC 3339", put(whole, "events.0.1", time(0))
    half = Log([line(0, "0.50")]).seal()
    for balance in ("0.5", "0.500", "00.50", "+0.50", ".50", "0.50\n"):
        yield f"0.50 written as {json.dumps(balance)}", put(half, "events.0.3", balance)
    for amount in ("250", "+250.00", "-250.00", "-0.00", ""):
        yield f"an asked amount of {json.dumps(amount)}", waiting(amount).seal()
    yield "kip with decimals", put(kip().seal(), "events.1.3", "50000.00")
    yield "an asked amount of kip with decimals", put(kip().seal(), "events.0.4.4", "250.00")


def broken_sizes():
    """Numbers that do not fit into 8 bytes. Their hashes are of what is left when they are cut."""
    large, larger = str(2**63), str(START + 2**64)
    yield "a time far above 64 bits", Log([line(0, "0.01", at=larger)]).seal()
    yield "a time below 64 bits", Log([line(0, "0.01", at=str(-(2**63) - 1))]).seal()
    yield "a balance above 64 bits", Log([line(0, "92233720368547758.08")]).seal()
    yield "an opening balance above 64 bits", sealed_with(
        middle(), 0, opening(3, "184467440737095516.17")
    )
    yield "a first number far above 64 bits", middle(first=str(2**64 + 4)).seal()
    yield "numbers that leave 64 bits on the way", middle(first=str(2**63 - 1)).seal()
    yield "a position above 64 bits", plain(position=2**64 + 2).seal()
    yield "recorded at a time above 64 bits", plain(recorded=large).seal()
    whole = lone()
    yield "the first number is zero", middle(first="0").seal()
    yield "the leaf's position is zero", Log([line(0, "0.01")], position="0").seal()
    yield "a key signs until above 64 bits", put(whole, "keys.0.until", large)


def broken_balances():
    """Money that comes or goes where the statement has no line."""
    yield "an event that is no line changes the balance", sealed_with(
        longer(), 2, hidden(2, "900.00")
    )
    log = longer()
    log.events[2:3] = [hidden(2, "0.00", "Corrected"), hidden(2, "500.00", "Corrected")]
    yield "a pair of events that are no lines takes 500.00 and brings it back", log.seal()
    log = longer()
    log.events[2:3] = [hidden(2, "0.00", "Corrected"), line(2, "500.00", "Corrected")]
    yield "the first of a pair that sums to zero is no line", log.seal()
    yield "an event before the first line changes the balance", sealed_with(
        plain(), 0, hidden(0, "100.00", "Opened")
    )
    yield "a line that is said to have moved nothing changes the balance", sealed_with(
        waiting(), 0, unmoved(1, "250.00")
    )
    log = plain()
    log.events.append(line(3, "500.00"))
    yield "a balance where nothing has changed", replace(log, position=3).seal()
    yield "the first line leaves zero as it was", sealed_with(plain(), 1, line(1, "0.00"))
    yield "the first line leaves the opening balance as it was", sealed_with(
        middle(), 1, line(4, "300.00")
    )
    yield "a balance below zero", sealed_with(plain(), 1, line(1, "-1.00"))
    yield "an opening balance below zero", sealed_with(middle(), 0, opening(3, "-1.00"))
    yield "an opening balance in the middle", sealed_with(longer(), 2, opening(2, "900.00"))
    yield "an opening balance at the first event of all", sealed_with(
        plain(), 0, opening(0, "0.00", "Opened")
    )
    log = middle(position=6)
    log.events.insert(1, opening(4, "350.00"))
    yield "two opening balances", log.seal()
    yield "no opening balance", sealed_with(middle(), 0, hidden(3, "0.00"))
    yield "a line in place of the opening balance", sealed_with(middle(), 0, line(4, "300.00"))
    yield "a void row in place of the opening balance", sealed_with(
        middle(), 0, void(2, FORTUNE)
    )
    yield "a balance that is not the event's", put(plain().seal(), "events.1.3", "500.01")
    yield "an opening balance that is not the event's", put(
        middle().seal(), "events.0.3", "300.01"
    )
    log = invaded(void(2, FORTUNE), hidden(2, "99999999.00"))
    yield "the facts of a void row are taken for the balance", log.seal()


def broken_lines():
    """Lines that are none."""
    for kind in ("GameAccountOpened", "deposit", ""):
        yield f"a line of the type {kind or 'without letters'}", Log([line(0, "0.01", kind)]).seal()
    yield "a line that has moved nothing of a type that is no line", sealed_with(
        waiting(), 0, unmoved(1, "0.00", kind="SlipSubmitted")
    )
    whole, asked = lone(), waiting().seal()
    yield "a line that has moved money has an asked amount", put(
        whole, "events.0.4", lambda it: [*it, "500.00"]
    )
    yield "a line that has moved nothing has no amount", put(
        asked, "events.0.4", lambda it: it[:4]
    )
    yield "a line that has moved nothing has two amounts", put(
        asked, "events.0.4", lambda it: [*it, "250.00"]
    )
    yield "the texts of a line are a text of four letters", put(whole, "events.0.4", "abcd")
    yield "the texts of a line are an object", put(
        whole, "events.0.4", lambda it: dict(enumerate(it))
    )
    for rows, what in [
        ([hidden(4, "500.00")], "an event"),
        ([void(3)], "a void row"),
    ]:
        log = plain(position=4, size=4)
        log.events += rows
        yield f"{what} after the last line", log.seal()
    log = middle()
    yield "an opening balance and no line", replace(log, events=log.events[:1]).seal()
    yield "events and no line among them", Log([hidden(0, "0.00", "Opened")]).seal()


def broken_chains():
    """Events that are not those of the log."""
    whole, part, rows, long = plain().seal(), middle().seal(), invaded().seal(), longer().seal()
    yield "an event is dropped", drop(long, "events.2")
    yield "a line is dropped", drop(long, "events.1")
    yield "the first event is dropped", drop(long, "events.0")
    yield "the last line is dropped", put(long, "events", lambda it: it[:2])
    log = middle(position=7)
    log.events += [hidden(5, "400.00"), line(6, "150.50", "WithdrawalRequested")]
    yield "the opening balance is of an event further on", put(
        log.seal(), "events", lambda it: [[*it[2], "400.00"], *it[3:]]
    )
    yield "an event is added", put(whole, "events", lambda it: [it[0], *it])
    pair = [line(0, "500.00").shown, line(0, "0.00").shown]
    yield "a pair of lines is added", put(whole, "events", lambda it: [it[0], *pair, it[1]])
    yield "two events are swapped", put(long, "events", lambda it: [it[0], it[2], it[1], it[3]])
    yield "a type that is no line is another one", put(whole, "events.0.0", "SlipSubmitted")
    yield "the type of a line is another one that is a line", put(whole, "events.1.0", "QrPaid")
    yield "a time is a microsecond later", put(whole, "events.1.1", lambda it: str(int(it) + 1))
    yield "a content is another one", put(whole, "events.0.2", made_up("other").hex())
    yield "the content of a void row is another one", put(
        rows, "events.1.content", made_up("other").hex()
    )
    yield "a line is shown as an event that is no line", put(
        sealed_with(longer(), 2, line(2, "400.00")), "events.2", lambda it: it[:3]
    )
    yield "the wallet is another one", put(whole, "walletId", lambda it: it[:-1] + "6")
    as_kip = put(whole, "currency", "LAK")
    yield "baht as kip of the same number", put(as_kip, "events.1.3", "50000")
    yield "the first number is one too high", put(part, "first", "5")
    yield "the hash before is another one", put(part, "before", made_up("other").hex())
    yield "the first number is 2 and the hash before is zeros", middle(
        first="2", before=ZEROS
    ).seal()
    odd = plain(before=made_up("before").hex())
    yield "the first number is 1 and the hash before is not zeros", odd.seal()
    yield "chained as events were before", plain(chain=b"ledger-event/2").seal()
    yield "chained as a stream of another kind", plain(stream_kind="staff").seal()
    yield "a currency that a wallet does not have", plain(currency="USD").seal()


def broken_trees():
    """Leaves and paths."""
    whole = plain(size=3).seal()
    yield "the leaf is of another position", put(whole, "leaf.position", "1")
    yield "the leaf has another salt", put(whole, "leaf.salt", made_up("other", 16).hex())
    yield "the leaf was recorded a microsecond later", put(
        whole, "leaf.recordedAt", lambda it: str(int(it) + 1)
    )
    one = Log([line(0, "0.01")], position=2)
    beyond = put(one.seal(), "checkpoint", note(1, one.leaf()))
    yield "the leaf's position is above the size of the log", put(beyond, "leaf.path", [])
    yield "a path without its last hash", put(whole, "leaf.path", lambda it: it[:-1])
    yield "a path with a hash too many", put(whole, "leaf.path", lambda it: [*it, ZEROS])
    first = bytes.fromhex(whole["leaf"]["path"][0])
    half = note(3, digest(b"\1", first, plain().leaf()))
    yield "a path without its last hash, and the root that it leads to", put(
        put(whole, "leaf.path", lambda it: it[:-1]), "checkpoint", half
    )
    one = Log([line(0, "0.01")])
    grown = note(1, digest(b"\1", bytes(32), one.leaf()))
    yield "a path with a hash too many, and the root that it leads to", put(
        put(one.seal(), "leaf.path", [ZEROS]), "checkpoint", grown
    )
    yield "two hashes of the path are swapped", put(whole, "leaf.path", lambda it: it[::-1])
    yield "the leaf is of another format", plain(leaf_name=b"wallet-leaf/2").seal()
    yield "the leaf is a void one", plain(leaf_name=b"wallet-void/2").seal()
    other = plain(size=3, recorded=str(START)).seal()
    yield "the checkpoint is of another log", put(whole, "checkpoint", other["checkpoint"])
    yield "the root is another one", put(whole, "checkpoint", note(3, made_up("another root")))
    other = plain(position=3).seal()
    same = base64.b64decode(other["checkpoint"].split("\n")[2])
    yield "the size is another one", put(other, "checkpoint", note(4, same))


def broken_rows():
    """Rows of somebody else."""
    rows = invaded().seal()
    yield "the leaf of a void row is an ordinary one", invaded(
        void_leaf=ordinary_leaf
    ).seal()
    # An event of ours, hidden behind the void leaf of somebody else's row.
    taken = void(2, b"\1" + eight(START) + eight(30_000) + b"THB")
    yield "the leaf of a void row is another row's", invaded(
        taken, void_leaf=leaf_of_another_row
    ).seal()
    yield "the leaf of a void row says nothing of the row", invaded(
        taken, void_leaf=leaf_of_no_row
    ).seal()
    yield "a void row has another salt", put(
        rows, "events.1.salt", made_up("other", 16).hex()
    )
    yield "a void row is at position zero", put(rows, "events.1.position", "0")
    for what, change in {
        "too long": lambda it: [*it, ZEROS],
        "too short": lambda it: it[:-1],
        "wrong": lambda it: [*it[:-1], made_up("other").hex()],
        "a text": "",
    }.items():
        yield f"the path of a void row is {what}", put(rows, "events.1.path", change)
    yield "void rows whose positions fall", invaded(void(3), void(2)).seal()
    yield "void rows at one position", invaded(void(2), void(2)).seal()
    yield "a void row above the last event", invaded(void(4), size=4).seal()
    for what, facts in {
        "19 bytes": FORTUNE[:-1], "21 bytes": FORTUNE + b"0", "no bytes": b"", "one byte 1": b"\1",
        "20 bytes that begin with 2": b"\2" + FORTUNE[1:],
        "20 bytes that begin with 0": b"\0" + FORTUNE[1:],
    }.items():
        yield f"the facts of a void row are {what}", invaded(void(2, facts)).seal()


def broken_periods():
    """Lines outside the period, and periods that are none."""
    whole = lone()
    yield "the first line is before its period", put(whole, "from", "2026-11-21T03:00:00.000001Z")
    yield "the last line is at the end of its period", put(whole, "to", time(0))
    yield "from the beginning, but not from the first event on", middle(begin=None).seal()
    for begin in (
        "", "2026-11-20", "2026-11-20T03:00:00", "2026-11-20T03:00:00+00:00",
        "2026-11-20T03:00:00z", "2026-11-20 03:00:00Z", "2026-02-29T00:00:00Z",
        "2026-11-19T24:00:00Z",
        "2026-11-20T03:00:00Z\n", "1795000000000000",
    ):
        yield f"from {json.dumps(begin)}", put(whole, "from", begin)
    for end in ("", "2026-11-21T03:30:00", "2026-11-21T03:30:00+00:00"):
        yield f"to {json.dumps(end)}", put(whole, "to", end)
    yield "from is a number", put(whole, "from", 0)


def broken_emptiness():
    """Statements without lines."""
    nothing, whole = empty().seal(), lone()
    yield "without lines, with a leaf", put(nothing, "leaf", whole["leaf"])
    yield "without lines, but not from the first event on", empty(
        first="4", before=made_up("before").hex(), begin=time(0)
    ).seal()
    yield "without lines, the first number is 2", put(nothing, "first", "2")
    yield "without lines, the hash before is not zeros", put(
        nothing, "before", made_up("before").hex()
    )
    yield "without lines, an unknown currency", put(nothing, "currency", "USD")
    yield "without lines, signed by another key", empty(signers=(STRANGER,)).seal()
    yield "without lines, a root of 31 bytes", put(nothing, "checkpoint", note(1, bytes(31)))
    yield "without lines, a size below zero", put(nothing, "checkpoint", note(-1, bytes(32)))


def broken_notes():
    """Checkpoints and keys."""
    whole = lone()
    text = whole["checkpoint"].split("\n\n")[0] + "\n"
    yield "signed by another key", put(whole, "checkpoint", signed(text, (STRANGER,)))
    yield "signed by another key under the known one's id", put(
        whole, "checkpoint", forged(text)
    )
    yield "a wrong signature of a known key next to a good one", put(
        put(whole, "keys", [named(OLD, "0", "9"), named(TODAY, "9")]),
        "checkpoint", lambda it: it + OLD.sign(text + "more\n"),
    )
    yield "signed by nobody", put(whole, "checkpoint", text + "\n")
    yield "the checkpoint without signatures' empty line", put(
        whole, "checkpoint", text + TODAY.sign(text)
    )
    yield "the checkpoint is cut off", put(whole, "checkpoint", lambda it: it[:-1])
    yield "the checkpoint has something behind its signatures", put(
        whole, "checkpoint", lambda it: it + "more\n"
    )
    yield "the signature's line begins with a hyphen", put(
        whole, "checkpoint", lambda it: it.replace("—", "-")
    )
    yield "the checkpoint's lines end in another way", put(
        whole, "checkpoint", lambda it: it.replace("\n", "\r\n")
    )
    yield "the signature is without its padding", put(
        whole, "checkpoint", lambda it: it.replace("=", "").replace(text.replace("=", ""), text)
    )
    yield "a line is added to the checkpoint after it was signed", put(
        whole, "checkpoint", lambda it: it.replace("\n\n", "\nweather fair\n\n")
    )
    origin, size, root_text, _ = text.split("\n")
    for what, line_size, line_root in [
        ("the size with a leading zero", "0" + size, root_text),
        ("the root in base64 without its padding", size, root_text.rstrip("=")),
        ("the root in base64 with bits too many", size, more_bits(root_text)),
    ]:
        changed = f"{origin}\n{line_size}\n{line_root}\n"
        yield what, put(whole, "checkpoint", signed(changed))
    yield "the root's line is missing", put(
        empty().seal(), "checkpoint", signed(f"{origin}\n{size}\n")
    )
    yield "the origin is another one", put(whole, "origin", "other")
    away = Key("today", "other")
    other = put(whole, "checkpoint", signed(text.replace(ORIGIN, away.name), (away,)))
    yield "key and checkpoint are of another origin", put(other, "keys", [named(away)])
    yield "the key is named like another log than the checkpoint", put(
        put(whole, "keys", [named(away)]), "checkpoint", signed(text, (away,))
    )
    yield "no keys", put(whole, "keys", [])
    yield "the key was retired before this checkpoint", plain(
        keys=[named(TODAY, "0", "1")]
    ).seal()
    yield "a retired key has signed too, after it was retired", plain(
        keys=[named(OLD, "0", "1"), named(TODAY, "1")], signers=(OLD, TODAY)
    ).seal()
    yield "a key's id in upper case", put(
        whole, "keys.0.verifier", lambda it: it.replace(TODAY.id.hex(), TODAY.id.hex().upper())
    )
    yield "a key that is not used has a wrong id", plain(keys=[named(TODAY), {
        **named(OLD, "0", "5"),
        "verifier": OLD.verifier().replace(OLD.id.hex(), "00000000"),
    }]).seal()
    other = Key("today", algorithm=2)
    yield "a key of another algorithm", put(
        put(whole, "keys", [named(other)]), "checkpoint", signed(text, (other,))
    )


def forged(text):
    signature = TODAY.id + STRANGER.private.sign(text.encode())
    return f"{text}\n— {ORIGIN} {base64.b64encode(signature).decode()}\n"


def more_bits(text):
    """The same bytes: the last digit before the padding has bits that nobody reads."""
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    assert text[-1] == "=" != text[-2]
    return text[:-2] + digits[digits.index(text[-2]) + 1] + "="


BROKEN = (
    broken_members, broken_types, broken_spellings, broken_sizes, broken_balances, broken_lines,
    broken_chains, broken_trees, broken_rows, broken_periods, broken_emptiness, broken_notes,
)


def corpus():
    cases = [{"name": name, "isGood": True, "file": file} for name, file in good_files()]
    for group in BROKEN:
        cases += [{"name": name, "isGood": False, "file": file} for name, file in group()]
    names = [case["name"] for case in cases]
    assert len(set(names)) == len(names), "two cases of one name"
    return cases


def check(cases, shows):
    """How many cases the verifier sees otherwise."""
    wrong = 0
    for case in cases:
        try:
            found, shown = True, verifier.check_statement(case["file"])
        except Exception as failure:
            found, shown = False, failure
        if found != case["isGood"]:
            wrong += 1
            verdict = "ACCEPTED" if found else "REFUSED"
            print(f"{verdict} {case['name']}: {shown!r}", file=sys.stderr)
        elif shows:
            print(f"{case['name']}: {shown!r}")
    return wrong


def main():
    if sys.argv[1:2] == ["--check"]:
        with open(sys.argv[2], encoding="utf-8") as file:
            cases = json.load(file)
        wrong = check(cases, "--show" in sys.argv)
        sys.exit(f"FAILED {wrong} of {len(cases)}" if wrong else print("OK", len(cases), "files"))
    lines = [json.dumps(it, ensure_ascii=False, separators=(",", ":")) for it in corpus()]
    print("[\n" + ",\n".join(lines) + "\n]")


if __name__ == "__main__":
    main()
