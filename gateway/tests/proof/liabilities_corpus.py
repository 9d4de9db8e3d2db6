#!/usr/bin/env python3
"""Makes proofs of liabilities that every verifier must accept or refuse.

    liabilities_corpus.py > liabilities_corpus.json
    liabilities_corpus.py --check liabilities_corpus.json

As corpus.py, of section 10 of .github/proofs.md: each refused file breaks the one rule that its name
says, as the holder of the signing key could, so whatever depends on the change is hashed and signed
again. A file that is a text is the text itself, with what JSON cannot hold once it is read.
"""
import base64
import json
import sys
from dataclasses import dataclass, field
from typing import Any

import liabilities
from corpus import (
    MINUTE,
    OLD,
    ORIGIN,
    START,
    STRANGER,
    TODAY,
    WALLET,
    ZEROS,
    Key,
    digest,
    drop,
    eight,
    made_up,
    more_bits,
    named,
    note,
    path,
    put,
    root,
    sized,
)
from verifier import distinct

HOUSE = "686f7573-6500-8000-8000-000000000000"
OTHER = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e6"
EVENT = "LiabilitiesTotalled"
LARGEST = 2**63 - 1


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def wallet_octets(wallet):
    return bytes.fromhex(wallet.replace("-", ""))


def stream_of(it, wallet, kind, facts, content):
    return digest(
        b"ledger-event/3",
        bytes.fromhex(it["before"]),
        sized("wallet"),
        wallet_octets(wallet),
        eight(it["sequence"]),
        sized(kind),
        facts,
        content,
    )


def content_of(payload, metadata, version="1.0.0", state=None):
    state = b"\0" if state is None else b"\1" + bytes.fromhex(state)
    texts = sized(version), digest(payload.encode()), digest(metadata.encode())
    return digest(b"ledger-content/1", *texts, state)


def placed(position, sequence, before):
    """What receipts and links have in common."""
    return {
        "position": str(position),
        "sequence": str(sequence),
        "before": before,
        "recordedAt": str(START + position * MINUTE),
        "salt": made_up(f"salt {position}", 16).hex(),
    }


def receipt(place, payload, metadata, changed, facts):
    """The receipt of a total, and its stream hash."""
    it = {
        "format": "wallet-receipt/2",
        **place,
        "walletId": HOUSE,
        "eventType": EVENT,
        "eventVersion": "1.0.0",
        "payload": payload,
        "metadata": metadata,
        "stateHash": None,
        **changed,
    }
    content = content_of(it["payload"], it["metadata"], it["eventVersion"], it["stateHash"])
    return it, stream_of(it, it["walletId"], it["eventType"], facts, content)


def link(place, kind, content, changed, hashed):
    """An event's link, and its stream hash: `hashed` is what the file does not show of it."""
    it = {**place, "type": kind, "at": str(START + 250_000), "content": content.hex(), **changed}
    number = int(it["balance"].replace(".", ""))
    facts = b"\1" + eight(it["at"]) + eight(number) + hashed["currency"].encode()
    stream = stream_of(it, hashed["wallet"], it["type"], hashed.get("facts", facts), content)
    return it, stream


def share_leaf(place, salt, wallet, sequence, stream, amounts, share):
    numbers = b"".join(eight(it) for it in (*amounts, share))
    start = eight(place) + salt + wallet_octets(wallet) + eight(sequence)
    return digest(b"\0wallet-share/1", start, stream, numbers)


def pair(left, right):
    """The node above two, each a hash and a sum."""
    sums = eight(left[1]) + right[0] + eight(right[1])
    return digest(b"\1", left[0], sums), left[1] + right[1]


def without_sums(left, right):
    return digest(b"\1", left[0], right[0]), left[1] + right[1]


def sums_behind(left, right):
    return digest(b"\1", left[0], right[0], eight(left[1]), eight(right[1])), left[1] + right[1]


def money(minor, currency):
    return str(minor) if currency == "LAK" else f"{minor // 100}.{minor % 100:02}"


def minor(amount):
    return int(amount.replace(".", ""))


@dataclass
class Total:
    """The journal, the tree of shares, and all that the file of a player says.

    `others` are the sums of other leaves by their place; the rest of the leaves is padding.
    `events` are members of `house`, `own` and `next` that differ, and `hashed` is what is hashed of
    the two links though the file does not show it there. `payload` changes the house's payload
    before it is hashed, and `leaf` what is hashed of the player, of one share where `leaf_at` names
    its place. `lines` changes the checkpoint's line that names the total.
    """

    wallet: str = WALLET
    currency: str = "THB"
    main: Any = "1000.00"
    in_transit: Any = "0.00"
    withdrawal: Any = "50.00"
    games: Any = "400.00"
    shares: tuple = ("901.00", "549.00")
    places: tuple = (2, 5)
    leaves: int = 8
    others: dict = field(default_factory=lambda: {0: 300_00, 3: 12_345_67, 6: 1, 7: 0})
    position: int = 4
    at: Any = "2026-11-21T03:04:30Z"
    house_at: int = 6
    own_at: int = 3
    next_at: Any = 5
    size: int = 7
    events: dict = field(default_factory=dict)
    hashed: dict = field(default_factory=dict)
    facts: bytes = b"\0"
    payload: Any = lambda it: it
    leaf: dict = field(default_factory=dict)
    leaf_at: dict = field(default_factory=dict)
    node: Any = staticmethod(pair)
    keys: list = field(default_factory=lambda: [named(TODAY)])
    signers: tuple = (TODAY,)
    lines: Any = staticmethod(lambda line: line)

    def amounts(self):
        return [self.main, self.in_transit, self.withdrawal, self.games]

    def levels(self, own, stream):
        """The tree of shares from its leaves up: a hash and a sum each."""
        found = []
        for place in range(self.leaves):
            filling = self.others.get(place, 0)
            found.append((made_up(f"share {place}"), filling))
        for place, share in zip(self.places, self.shares):
            parts = {"wallet": self.wallet, "sequence": own["sequence"], "stream": stream}
            parts = {**parts, "amounts": map(minor, self.amounts()), "place": place}
            parts = {**parts, "share": minor(share), **self.leaf}
            parts.update(self.leaf_at.get(place, {}))
            salt = made_up(f"salt of share {place}", 16)
            found[place] = (share_leaf(salt=salt, **parts), minor(share))
        levels = [found]
        while len(levels[-1]) > 1:
            below = levels[-1]
            levels.append([self.node(*below[at : at + 2]) for at in range(0, len(below), 2)])
        return levels

    def share(self, place, share, levels):
        entries = [
            level[(place >> height) ^ 1] for height, level in enumerate(levels[:-1])
        ]
        octets = b"".join(hashed + eight(added) for hashed, added in entries)
        return {
            "place": str(place),
            "salt": made_up(f"salt of share {place}", 16).hex(),
            "share": share,
            "path": base64.b64encode(octets).decode(),
        }

    def link(self, name, place, kind):
        """The link of an event whose text nobody is shown."""
        main = {"amount": self.main, "currency": self.currency}
        content = content_of(
            compact({kind: {}}), compact({"at": "2026-11-21T03:00:00.25Z", "main": main})
        )
        changed = {"balance": self.main, **self.events.get(name, {})}
        hashed = {"wallet": self.wallet, "currency": self.currency, **self.hashed.get(name, {})}
        return link(place, kind, content, changed, hashed)

    def seal(self):
        """The file, with every hash and signature."""
        place = placed(self.own_at, 212, made_up("before").hex())
        own, stream = self.link("own", place, "TransferStarted")
        levels = self.levels(own, stream)
        ((top, total),) = levels[-1]
        parts = [total - total // 4 * 3, total // 4, total // 4, total // 4]
        names = ("main", "in_transit", "withdrawal", "games")
        tree = {
            "currency": self.currency,
            "leaves": self.leaves,
            "root": top.hex(),
            "total": money(total, self.currency),
            **{name: money(it, self.currency) for name, it in zip(names, parts)},
        }
        payload = self.payload({EVENT: {"at": self.at, "position": self.position, "trees": [tree]}})
        found = {"own": (own, stream), "house": receipt(
            placed(self.house_at, 17, made_up("house").hex()),
            payload if type(payload) is str else compact(payload),
            compact({"at": self.at}), {"treeSize": str(self.size), **self.events.get("house", {})},
            self.facts,
        )}
        if self.next_at:
            place = placed(self.next_at, 213, stream.hex())
            found["next"] = self.link("next", place, "TransferCompleted")
        leaves = [made_up(f"leaf {index}") for index in range(self.size)]
        for it, hashed in found.values():
            leaves[int(it["position"]) - 1] = digest(
                b"\0wallet-leaf/1",
                bytes.fromhex(it["salt"]) + eight(it["position"]) + eight(it["recordedAt"]),
                hashed,
            )
        for it, _ in found.values():
            it["path"] = path(leaves, int(it["position"]) - 1)
        event, stream = found["house"]
        line = f"house {event['sequence']} {base64.b64encode(stream).decode()}\n"
        return {
            "format": "wallet-liabilities/1",
            "walletId": self.wallet,
            "currency": self.currency,
            "origin": ORIGIN,
            "keys": self.keys,
            "checkpoint": note(self.size, root(leaves), self.signers, self.lines(line)),
            "house": found["house"][0],
            "own": own,
            "next": found["next"][0] if self.next_at else None,
            "main": self.main,
            "inTransit": self.in_transit,
            "withdrawal": self.withdrawal,
            "games": self.games,
            "shares": [self.share(*it, levels) for it in zip(self.places, self.shares)],
        }


def sealed(**rest):
    return Total(**rest).seal()


def kip(**rest):
    amounts = {"main": "100000", "in_transit": "0", "withdrawal": "5000", "games": "1"}
    rest = {"shares": ("105001", "0"), "others": {0: 30_000_000}, **rest}
    return Total(currency="LAK", **{**amounts, **rest})


def with_payload(change, **rest):
    """The total with another payload: `change` gets the event's body, and changes or returns it."""

    def changed(payload):
        return change(payload[EVENT]) or payload

    return sealed(payload=changed, **rest)


def with_tree(change, **rest):
    return with_payload(lambda body: change(body["trees"][0]), **rest)


def as_text(old, new):
    """The payload's text with another spelling of a part."""

    def changed(payload):
        text = compact(payload)
        assert text.count(old) == 1, old
        return text.replace(old, new)

    return sealed(payload=changed)


def second_tree(**rest):
    """Of the other currency, without money."""
    zeros = dict.fromkeys(("total", "main", "in_transit", "withdrawal", "games"), "0")
    return {"currency": "LAK", "leaves": 2, "root": ZEROS, **zeros, **rest}


def tree_of(file):
    return json.loads(file["house"]["payload"])[EVENT]["trees"][0]


def changed_path(file, change, share=0):
    def value(text):
        return base64.b64encode(change(base64.b64decode(text))).decode()

    return put(file, f"shares.{share}.path", value)


def good_files():
    yield "one wallet among several, with a later event", sealed()
    yield "without a later event", sealed(next_at=None)
    yield "the later event is behind the total", sealed(next_at=7)
    yield "lines of others next to the total's", sealed(
        lines=lambda line: f"staff-acts 3 {ZEROS}\n{line}houses 1\n"
    )
    yield "all other leaves are padding", sealed(others={})
    yield "the two shares are the whole tree", sealed(leaves=2, places=(1, 0), others={})
    yield "the two shares are the first leaf and the last one", sealed(places=(7, 0), others={})
    yield "a tree of 1,024 leaves", sealed(leaves=1024, places=(1023, 512))
    yield "one of the shares is zero", sealed(shares=("0.00", "1450.00"))
    zero = {"main": "0.00", "withdrawal": "0.00", "games": "0.00", "shares": ("0.00", "0.00")}
    yield "a wallet without money", sealed(**zero)
    yield "of a wallet in kip", kip().seal()
    yield "two trees, the other one of the other currency", with_payload(
        lambda body: body["trees"].insert(0, second_tree())
    )
    yield "counted up to the wallet's own event", sealed(position=3)
    yield "counted up to the event before the total's", sealed(position=4, house_at=5, next_at=6)
    yield "the wallet's first event", sealed(
        events={"own": {"sequence": "1", "before": ZEROS}, "next": {"sequence": "2"}}
    )
    yield "the first total of all", sealed(
        events={"house": {"sequence": "1", "before": ZEROS}}
    )
    yield "the later event has another balance", sealed(events={"next": {"balance": "0.00"}})
    yield "events of times before 1970", sealed(
        events={it: {"at": "-1", "recordedAt": str(1 - 2**63)} for it in ("own", "next")}
    )
    yield "an event of an unknown type", sealed(events={"own": {"type": "Ünknown"}})
    yield "the later event was recorded before the total", sealed(
        events={"next": {"recordedAt": str(START + MINUTE)}}
    )
    yield "the total has a state", sealed(events={"house": {"stateHash": made_up("state").hex()}})
    yield "the total's metadata has numbers and null", sealed(
        events={"house": {"metadata": '{"a":1.50,"b":-1e400,"c":null,"d":[{}]}'}}
    )
    yield "the total's metadata has no time, and so no facts", sealed(
        events={"house": {"metadata": '{"main":{"amount":"1.00","currency":"THB"}}'}}
    )
    yield "the payload is written with spaces", sealed(
        payload=lambda it: json.dumps(it, indent=1)
    )
    yield "a payload with the letter e and a point in its texts", with_tree(
        lambda tree: None, at="2026-11-21T03:04:30.123456789Z"
    )
    yield "the sum of all is as large as can be", sealed(others={0: LARGEST - 1450_00})
    both = [named(OLD, "0", "5"), named(TODAY, "5")]
    yield "two keys of which one is retired, signed by today's", sealed(keys=both)
    handed = {"keys": [named(OLD, "0", "7"), named(TODAY, "7")]}
    yield "signed by the old and the new key as it was handed over", sealed(
        **handed, signers=(OLD, TODAY)
    )
    yield "an unknown key has signed too", sealed(signers=(STRANGER, TODAY))


def broken_members():
    """Members and forms."""
    whole = sealed()
    yield "its format is another one", put(whole, "format", "wallet-liabilities/2")
    for name in whole:
        yield f"{name} is missing", drop(whole, name)
    yield "a member too many", put(whole, "note", "1")
    yield "a member too many in a share", put(whole, "shares.1.note", "1")
    yield "a member too many in the receipt", put(whole, "house.note", "1")
    for name in ("own", "next"):
        yield f"a member too many in {name}", put(whole, f"{name}.note", "1")
        yield f"the wallet's id in {name}", put(whole, f"{name}.walletId", WALLET)
        yield f"the tree's size in {name}", put(whole, f"{name}.treeSize", "7")
    for member in whole["own"]:
        yield f"{member} of own is missing", drop(whole, f"own.{member}")
        yield f"{member} of next is null", put(whole, f"next.{member}", None)
    for member in whole["house"]:
        yield f"{member} of house is missing", drop(whole, f"house.{member}")
    yield "own is a receipt", put(whole, "own", whole["house"])
    yield "house is a link", put(whole, "house", whole["own"])
    yield "a member too many in a key", put(whole, "keys.0.note", "1")
    for name in ("place", "salt", "share", "path"):
        yield f"{name} of a share is missing", drop(whole, f"shares.0.{name}")
    for name in ("house", "own"):
        yield f"{name} is null", put(whole, name, None)
    for value in ({}, "", False, 0, []):
        yield f"next is {json.dumps(value)}", put(whole, "next", value)
    yield "the receipt of the total is of another format", put(
        whole, "house.format", "wallet-receipt/1"
    )
    yield "no shares", put(whole, "shares", [])
    yield "one share of all", put(
        sealed(shares=("1450.00", "0.00")), "shares", lambda it: it[:1]
    )
    three = sealed(shares=("1000.00", "400.00", "50.00"), places=(1, 2, 4), others={})
    yield "three shares", three
    yield "the shares are an object", put(
        whole, "shares", {str(at): it for at, it in enumerate(whole["shares"])}
    )
    for name in ("main", "inTransit", "withdrawal", "games"):
        yield f"{name} is a number", put(whole, name, 0)
    yield "a share is a number", put(whole, "shares.0.share", 901)
    yield "a place is a number", put(whole, "shares.0.place", 2)
    text = compact(whole)
    for name, old, new in [
        ("the file", '"main":', '"main":"1000.00","main":'),
        ("a share", '"place":"2"', '"place":"2","place":"2"'),
        ("a key", '"since":"0"', '"since":"9","since":"0"'),
        ("the receipt", '"sequence":"17"', '"sequence":"18","sequence":"17"'),
        ("a link", '"sequence":"212"', '"sequence":"212","sequence":"212"'),
    ]:
        assert text.count(old) == 1, old
        yield f"a member twice in {name}", text.replace(old, new)


def broken_totals():
    """The event with the total, which the holder of the key signs as it likes."""
    yield "the total is of another wallet", sealed(events={"house": {"walletId": OTHER}})
    yield "the total is of the player's wallet", sealed(events={"house": {"walletId": WALLET}})
    yield "the total's event has another type", sealed(
        events={"house": {"eventType": "Corrected"}}
    )
    yield "the payload is of another type", with_payload(lambda body: {"Corrected": body})
    yield "both types are another one", with_payload(
        lambda body: {"Totalled": body}, events={"house": {"eventType": "Totalled"}}
    )
    yield "a reward in between", with_payload(lambda body: {"Reward": {EVENT: body}})
    noted = {"at": "2026-11-21T03:00:00.25Z", "main": {"amount": "1000.00", "currency": "THB"}}
    noted = {"house": {"metadata": compact(noted)}}
    facts = b"\1" + eight(START + 250_000) + eight(1000_00) + b"THB"
    yield "the total's event has facts", sealed(events=noted, facts=facts)
    yield "the total's event has facts that are not hashed", sealed(events=noted)
    yield "the total's event has facts that are not in its metadata", sealed(facts=facts)
    yield "the total's metadata is no JSON", sealed(events={"house": {"metadata": "{at}"}})
    yield "two events in one payload", with_payload(lambda body: {EVENT: body, "Corrected": {}})
    yield "the payload is a list", with_payload(lambda body: [{EVENT: body}])
    yield "the payload is no JSON", sealed(payload=lambda it: compact(it)[:-1])
    yield "a payload of NaN", as_text('"position":4', '"position":NaN')
    for name in ("at", "position", "trees"):
        yield f"{name} of the total is missing", with_payload(lambda body: body.pop(name) and None)
    yield "a member too many in the total", with_payload(lambda body: body.update(note="1"))
    for name in ("currency", "leaves", "root", "total", "main", "in_transit", "withdrawal", "games"):
        yield f"{name} of the tree is missing", with_tree(lambda tree: tree.pop(name) and None)
    yield "a member too many in the tree", with_tree(lambda tree: tree.update(note="1"))
    for text in ("2026-11-21T03:30:00", "2026-11-21T03:30:00+00:00", "2026-11-21T24:00:00Z",
                 "2026-02-29T03:30:00Z", "2026-11-21T03:30:60Z", "2026-11-21T03:30:00.1234567890Z",
                 "0000-11-21T03:30:00Z", "", 1795230000, None):
        yield f"at {json.dumps(text)}", sealed(at=text)
    for text in ('"4"', "4.0", "4e0", "-0", "0", "-1", "null", "9007199254740992", "[4]"):
        yield f"position {text}", as_text('"position":4', f'"position":{text}')
    for text in ('"8"', "8.0", "8e0", "null"):
        yield f"leaves {text}", as_text('"leaves":8', f'"leaves":{text}')
    for count in (-8, 0, 1, 4, 6, 7, 9, 16, 2**53, 2**64 + 8):
        yield f"{count} leaves where there are 8", as_text('"leaves":8', f'"leaves":{count}')
    yield "a tree of one leaf", sealed(leaves=1, places=(0,), shares=("1450.00",), others={})
    yield "no trees", with_payload(lambda body: body.update(trees=[]))
    yield "the trees are an object", with_payload(
        lambda body: body.update(trees={"THB": body["trees"][0]})
    )
    yield "the tree is of the other currency", with_tree(lambda tree: tree.update(second_tree()))
    yield "two trees of one currency", with_payload(
        lambda body: body["trees"].append(dict(body["trees"][0]))
    )
    yield "two trees of one currency, the other one first", with_payload(
        lambda body: body["trees"].insert(0, {**body["trees"][0], "root": made_up("x").hex()})
    )
    yield "two trees of the other currency", with_payload(
        lambda body: body["trees"].__setitem__(slice(0, 0), [second_tree(), second_tree()])
    )
    yield "the trees are not in the order of their currencies", with_payload(
        lambda body: body["trees"].append(second_tree())
    )
    yield "a tree of an unknown currency", with_payload(
        lambda body: body["trees"].append(second_tree(currency="USD"))
    )
    yield "a tree of a currency that is a name in some languages", with_payload(
        lambda body: body["trees"].append(second_tree(currency="constructor"))
    )
    yield "the total is not the sum", with_tree(lambda tree: tree.update(main="9999.99"))
    yield "the total of the other currency is not the sum", with_payload(
        lambda body: body["trees"].insert(0, second_tree(total="1"))
    )
    yield "an amount below zero of the other currency", with_payload(
        lambda body: body["trees"].insert(0, second_tree(main="-1", games="1"))
    )
    yield "three leaves of the other currency", with_payload(
        lambda body: body["trees"].insert(0, second_tree(leaves=3))
    )

    def borrowed(tree):
        tree.update(in_transit=f"-{tree['games']}", games=money(
            minor(tree["games"]) + minor(tree["games"]) + minor(tree["in_transit"]), "THB"
        ))

    yield "an amount of the total is below zero", with_tree(borrowed)

    def wrapped(tree):
        far = money(2**64 + minor(tree["total"]), "THB")
        tree.update(total=far, main=money(2**64 + minor(tree["main"]), "THB"))

    yield "a total far above 64 bits", with_tree(wrapped)
    for name, change in {
        "without decimals": lambda it: it[:-3], "with three decimals": lambda it: it + "0",
        "with a leading zero": lambda it: "0" + it, "with a plus": lambda it: "+" + it,
        "as a number": lambda it: float(it),
    }.items():
        yield f"the total {name}", with_tree(lambda tree: tree.update(total=change(tree["total"])))
    yield "the root in upper case", with_tree(lambda tree: tree.update(root=tree["root"].upper()))
    yield "a root of 31 bytes", with_tree(lambda tree: tree.update(root=tree["root"][2:]))


def broken_texts():
    """Members twice in the texts of events: one reader takes the first, another the last."""
    yield "the total twice in the payload", as_text('"total":', '"total":"1.00","total":')
    yield "the position twice in the payload", as_text('"position":4', '"position":4,"position":4')
    yield "the root twice, once with an escape", as_text(
        '"root":', f'"r\\u006fot":"{ZEROS}","root":'
    )
    yield "the event twice in the payload", as_text(
        f'{{"{EVENT}":', f'{{"{EVENT}":{{}},"{EVENT}":'
    )
    yield "a member twice in the metadata", sealed(
        events={"house": {"metadata": '{"a":1,"a":1}'}}
    )
    yield "a member twice deep in the metadata", sealed(
        events={"house": {"metadata": '{"a":[{"b":1,"b":2}]}'}}
    )


def broken_places():
    """Which events are counted."""
    yield "the wallet's event is behind the position", sealed(position=2)
    yield "the wallet's event is behind the total", sealed(own_at=7, position=7)
    yield "the total counts up to itself", sealed(house_at=4, next_at=5)
    yield "the total is before its position", sealed(house_at=2)
    yield "the wallet is the house", sealed(wallet=HOUSE)
    yield "the wallet is another one", put(sealed(), "walletId", OTHER)
    yield "the wallet in upper case", put(sealed(), "walletId", str.upper)
    yield "the wallet without hyphens", put(sealed(), "walletId", WALLET.replace("-", ""))
    yield "the wallet's event is of another wallet", sealed(hashed={"own": {"wallet": OTHER}})
    yield "the later event is at the position", sealed(next_at=4)
    yield "the later event is before the position", sealed(position=5, next_at=4)
    yield "the later event is of another wallet", sealed(hashed={"next": {"wallet": OTHER}})
    yield "the later event is not the next one", sealed(events={"next": {"sequence": "214"}})
    yield "the later event has the number of the wallet's event", sealed(
        events={"next": {"sequence": "212"}}
    )
    yield "the later event follows another one", sealed(
        events={"next": {"before": made_up("another").hex()}}
    )
    whole = sealed()
    yield "the later event is the wallet's own", put(whole, "next", whole["own"])
    yield "the receipt is of another checkpoint", put(whole, "house.treeSize", "6")
    yield "the payload is another one", put(whole, "house.payload", lambda it: it + " ")
    yield "the metadata is another one", put(whole, "house.metadata", lambda it: it + " ")
    for name in ("house", "own", "next"):
        yield f"{name} is not in the log", put(whole, f"{name}.path.0", made_up("x").hex())
        yield f"the path of {name} is too long", put(
            whole, f"{name}.path", lambda it: [*it, made_up("x").hex()]
        )
        yield f"{name} is behind the log", put(whole, f"{name}.position", "8")
        yield f"{name} is at another position", put(whole, f"{name}.position", "1")
        yield f"{name} is at a position that is too large to count", put(
            whole, f"{name}.position", str(2**53)
        )
        yield f"{name} was recorded at another time", put(whole, f"{name}.recordedAt", str(START))
        yield f"the first event of {name} has one before it", sealed(
            events={name: {"sequence": "1"}}
        )
        yield f"an event of {name} that has none before it is not the first", sealed(
            events={name: {"before": ZEROS}}
        )
        for number in ("0", "-1", "0212", str(2**53), 212):
            yield f"the sequence of {name} is {json.dumps(number)}", sealed(
                events={name: {"sequence": number}}
            )
        yield f"{name} in upper case", put(whole, f"{name}.salt", str.upper)
    for name in ("own", "next"):
        yield f"the type of {name} is another one", put(whole, f"{name}.type", "Corrected")
        yield f"the time of {name} is another one", put(whole, f"{name}.at", str(START))
        yield f"the content of {name} is another one", put(
            whole, f"{name}.content", made_up("content").hex()
        )
        yield f"the content of {name} in upper case", put(whole, f"{name}.content", str.upper)
        yield f"the history before {name} is another one", put(
            whole, f"{name}.before", made_up("another").hex()
        )
        at = whole[name]["at"]
        for text in (f"0{at}", f"+{at}", f" {at}", f"{at}\n", "-0", str(-(2**63)), str(2**63),
                     int(at)):
            yield f"the time of {name} is {json.dumps(text)}", sealed(events={name: {"at": text}})
        yield f"the time of {name} as a time", put(whole, f"{name}.at", "2026-11-21T03:00:00.25Z")


def broken_money():
    """What the wallet holds."""
    lower = {"main": "900.00", "shares": ("801.00", "549.00")}
    yield "the main balance is not that of the event", sealed(
        **lower, events={"own": {"balance": "1000.00"}}
    )
    yield "the event's balance is in the other currency", sealed(
        hashed={"own": {"currency": "LAK"}}
    )
    yield "the later event's balance is in the other currency", sealed(
        hashed={"next": {"currency": "LAK"}}
    )
    for name in ("own", "next"):
        yield f"{name} is hashed without facts", sealed(hashed={name: {"facts": b"\0"}})
        yield f"the balance of {name} is another one", put(sealed(), f"{name}.balance", "999.00")
        for text in ("01000.00", "+1000.00", "100000", "1000.0", "1000.000", "-1000.00", "-0.00",
                     "1000.00\n", "92233720368547758.08"):
            yield f"the balance of {name} is {json.dumps(text)}", sealed(
                events={name: {"balance": text}}
            )
        yield f"the balance of {name} is a number", put(sealed(), f"{name}.balance", 1000)
        yield f"the balance of {name} in kip has decimals", kip(
            events={name: {"balance": "100000.00"}}
        ).seal()
    yield "the event's balance is a zero below zero", sealed(
        main="0.00", shares=("225.00", "225.00"), events={"own": {"balance": "-0.00"}}
    )
    yield "the event's balance and the main one are below zero", sealed(
        main="-50.00", shares=("200.00", "200.00")
    )
    for name in ("main", "in_transit", "withdrawal", "games"):
        amounts = {"main": "1000.00", "in_transit": "1000.00", "withdrawal": "1000.00",
                   "games": "1000.00", name: "-450.00"}
        yield f"{name} is below zero", sealed(**amounts, shares=("1550.00", "1000.00"))
    yield "the amounts are not those of the leaves", put(
        put(sealed(), "withdrawal", "0.00"), "games", "450.00"
    )
    yield "the shares are less than the amounts", sealed(shares=("900.00", "549.00"))
    yield "the shares are more than the amounts", sealed(shares=("902.00", "549.00"))
    yield "a share below zero", sealed(shares=("-1.00", "1451.00"))
    yield "the second share is below zero", sealed(shares=("1450.01", "-0.01"))
    for text in ("0450.00", "+450.00", "450", "450.0", "450.000", "-0.00", ".00", "450,00", ""):
        yield f"an amount written as {json.dumps(text)}", put(sealed(), "games", text)
    yield "kip with decimals", put(kip().seal(), "games", "1.00")
    yield "a share of kip with decimals", put(kip().seal(), "shares.1.share", "0.00")
    yield "the currency in lower case", put(sealed(), "currency", "thb")
    yield "the currency is the other one", put(sealed(), "currency", "LAK")
    far = {"main": "1000.00", "games": "92233720368547758.08"}
    yield "an amount above 64 bits", sealed(
        **far, shares=("92233720368547758.07", "1050.01"), others={}
    )


def broken_trees():
    """The way from a share to the signed root and total."""
    whole = sealed()
    yield "both shares in one place", put(whole, "shares.1", whole["shares"][0])
    half = sealed(shares=("725.00", "725.00"))
    yield "one share of half the money, twice", put(half, "shares.1", half["shares"][0])
    shown = sealed(leaf={"wallet": OTHER})
    yield "the leaf of another wallet with as much money", shown
    yield "a leaf of an older event", sealed(leaf={"sequence": "211"})
    yield "a leaf of another history", sealed(leaf={"stream": made_up("history")})
    yield "a leaf with less in games", sealed(leaf={"amounts": (1000_00, 0, 50_00, 0)})
    yield "a leaf with another place", sealed(leaf={"place": 3})
    yield "a leaf with another share than its sum", sealed(leaf={"share": 1})
    other = made_up("another root").hex()
    yield "the signed root is another one", with_tree(lambda tree: tree.update(root=other))
    dropped = sealed(
        main="0.00", withdrawal="0.00", games="0.00", shares=("0.00", "0.00"), leaf={"place": 0}
    )
    yield "the leaves are dropped from the signed tree", with_tree(
        lambda tree: tree.update(tree_of(dropped))
    )
    yield "one of the leaves is dropped from the signed tree", with_tree(
        lambda tree: tree.update(tree_of(sealed(leaf_at={5: {"share": 0}})))
    )

    def without(tree):
        less = minor(tree["total"]) - 1450_00
        tree.update(total=money(less, "THB"), main=money(minor(tree["main"]) - 1450_00, "THB"))

    yield "the money is in the tree, and not in the total", with_tree(without)

    def more(tree):
        tree.update(total=money(minor(tree["total"]) + 1, "THB"), main=money(
            minor(tree["main"]) + 1, "THB"
        ))

    yield "the total is more than the tree's", with_tree(more)
    zero = with_tree(lambda tree: tree.update(
        dict.fromkeys(("total", "main", "in_transit", "withdrawal", "games"), "0.00")
    ), others={0: 2**64 - 1450_00})
    yield "sums that leave 64 bits, to a total of zero", zero
    yield "a neighbour's sum is below zero", sealed(others={0: 99_999_999, 3: -1})
    yield "a sum further up is below zero", sealed(others={0: -1, 6: 99_999_999})
    yield "a sum of two is above 64 bits", sealed(
        others={3: LARGEST, 0: -(LARGEST - 99_999_999)}
    )
    yield "nodes without their sums", sealed(node=without_sums)
    yield "nodes with their sums behind their hashes", sealed(node=sums_behind)
    yield "left and right the other way round", sealed(node=lambda left, right: pair(right, left))
    for place in ("3", "10", "-6", "02", "2.0", "18446744073709551618"):
        yield f"place 2 written as {place}", put(whole, "shares.0.place", place)
    yield "a place above the leaves", put(
        sealed(leaf_at={2: {"place": 10}}), "shares.0.place", "10"
    )
    yield "the place right above the leaves", put(
        sealed(places=(0, 5), leaf_at={0: {"place": 8}}), "shares.0.place", "8"
    )
    yield "a place of 64 bits and more", put(
        sealed(leaf_at={2: {"place": 2**64 + 2}}), "shares.0.place", str(2**64 + 2)
    )
    yield "the two shares in each other's place", put(
        put(whole, "shares.0.place", "5"), "shares.1.place", "2"
    )
    yield "a salt in upper case", put(whole, "shares.0.salt", str.upper)
    yield "a salt of 15 bytes", put(whole, "shares.0.salt", lambda it: it[:-2])
    yield "another salt", put(whole, "shares.0.salt", "00" * 16)
    yield "an empty path", put(whole, "shares.0.path", "")
    yield "a path with an entry too few", changed_path(whole, lambda it: it[:-40])
    yield "a path with an entry too many", changed_path(whole, lambda it: it + bytes(40))
    yield "a path with a byte too many", changed_path(whole, lambda it: it + b"\0", 1)
    yield "another hash in a path", changed_path(whole, lambda it: bytes(1) + it[1:])
    yield "another sum in a path", changed_path(whole, lambda it: it[:-1] + bytes([it[-1] ^ 1]))
    padded = sealed(leaves=4, places=(0, 1), others={})
    yield "a path in base64 with bits too many", put(padded, "shares.0.path", more_bits)
    yield "a path in base64 without its padding", put(
        padded, "shares.0.path", lambda it: it.rstrip("=")
    )
    yield "a path in the base64 of addresses", put(
        sealed(others={it: LARGEST // 9 for it in (0, 1, 3, 4)}), "shares.0.path", url_base64
    )
    yield "a path with a line's end", put(whole, "shares.0.path", lambda it: it + "\n")
    yield "a path with a space", put(whole, "shares.0.path", lambda it: it[:4] + " " + it[4:])
    yield "a path as a list", put(whole, "shares.0.path", lambda it: [it])


def url_base64(text):
    changed = text.replace("+", "-").replace("/", "_")
    assert changed != text
    return changed


def broken_notes():
    """Who has signed, and which total."""
    whole = sealed()
    yield "the checkpoint names no total", sealed(lines=lambda line: "")
    yield "the checkpoint names it twice", sealed(lines=lambda line: line + line)
    yield "the checkpoint names two totals", sealed(
        lines=lambda line: line + line.replace(" 17 ", " 18 ")
    )
    yield "the checkpoint names a later total", sealed(
        lines=lambda line: line.replace(" 17 ", " 18 ")
    )
    yield "the checkpoint names another total of this number", sealed(
        lines=lambda line: f"house 17 {base64.b64encode(made_up('another total')).decode()}\n"
    )
    yield "the total's number has a zero before it", sealed(
        lines=lambda line: line.replace(" 17 ", " 017 ")
    )
    yield "a word too many behind the total", sealed(lines=lambda line: line[:-1] + " 1\n")
    yield "the total is named by another word", sealed(lines=lambda line: "the" + line)
    yield "signed by another key", sealed(signers=(STRANGER,))
    yield "the origin is another one", put(whole, "origin", "other")
    yield "no keys", put(whole, "keys", [])
    yield "the key was retired before this checkpoint", sealed(keys=[named(TODAY, "0", "6")])
    yield "the key signs until a size that is too large to count", put(
        whole, "keys.0.until", str(2**53)
    )
    yield "the key signs since a size that is too large to count", put(
        whole, "keys.0.since", str(2**53)
    )
    yield "the checkpoint is of another tree", put(
        whole, "checkpoint", note(7, made_up("another tree"))
    )
    yield "the checkpoint is of another size", put(
        whole, "checkpoint", lambda it: it.replace("\n7\n", "\n8\n")
    )
    other = Key("today", algorithm=2)
    yield "a key of another algorithm", put(whole, "keys", [named(other)])


BROKEN = (
    broken_members, broken_totals, broken_texts, broken_places, broken_money, broken_trees,
    broken_notes,
)


def corpus():
    cases = [{"name": name, "isGood": True, "file": file} for name, file in good_files()]
    for group in BROKEN:
        cases += [{"name": name, "isGood": False, "file": file} for name, file in group()]
    names = [case["name"] for case in cases]
    assert len(set(names)) == len(names), [it for it in names if names.count(it) > 1]
    return cases


def check(cases, shows):
    """How many cases the verifier sees otherwise."""
    wrong = 0
    for case in cases:
        text = case["file"] if type(case["file"]) is str else json.dumps(case["file"])
        try:
            file = json.loads(text, object_pairs_hook=distinct)
            found, shown = True, liabilities.check_liabilities(file)
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
