#!/usr/bin/env python3
"""Checks a statement with its proofs. Knows .github/proofs.md and nothing else.
    verifier.py statement FILE [KEY ...]    FILE as downloaded, of format wallet-statement/2
    verifier.py consistency FILE [KEY ...]  FILE: {"old": note, "new": note, "verifiers", "path"}
Exits with 0 or 1. KEY was learned elsewhere (KEY,SIZE: signs until then): the file's own are not
believed then. A witness' KEY is named like them, and it says how many witnesses have signed."""
import base64, datetime, hashlib, json, re, sys
from struct import pack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

FILE = "format walletId currency origin keys checkpoint from to leaf first before events"
LINES = ("Deposited QrPaid QrReferred GiftSent GiftCredited ManualDepositRequested "
         "ManualDepositCredited TransferStarted TransferCompleted TransferReturned SweepEnded "
         "WithdrawalRequested WithdrawalReturned GrantActivated GrantEnded Corrected").split()
MONEY = {"THB": r"(0|[1-9][0-9]{0,17})\.[0-9]{2}", "LAK": "(0|[1-9][0-9]{0,17})"}
UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
TIME = r"([0-9]{4}(?:-[0-9]{2}){2}T[0-9]{2}(?::[0-9]{2}){2})(?:\.([0-9]{1,9}))?Z"
EPOCH, MICROSECOND = datetime.datetime(1970, 1, 1), datetime.timedelta(microseconds=1)

def need(holds, what):
    if holds:
        return holds
    raise ValueError(what)
def matching(pattern, text):
    return need(re.fullmatch(pattern, text), f"{text!r} is not written as it must be")
def members(it, names):  # these and no others: what is passed over here may be read elsewhere
    need(type(it) is dict and set(it) == set(names.split()), "its members")
    return [it[name] for name in names.split()]
def distinct(pairs):  # of two members of one name, one reader takes the first, another the last
    return need(len(dict(pairs)) == len(pairs), "a member twice") and dict(pairs)
def listed(it):
    return need(type(it) is list, "no list") and it
def octets(text, count):
    return bytes.fromhex(matching("[0-9a-f]{%d}" % (2 * count), text)[0])
def whole(text, least=0, pattern="0|-?[1-9][0-9]*"):  # of 8 bytes; money in the smallest unit
    number = int(matching(pattern, text)[0].replace(".", ""))
    return need(least <= number < 2**63, f"{text} is too small or too large") and number
def moment(text):  # microseconds since 1970
    second, fraction = matching(TIME, text).groups("")
    passed = datetime.datetime.strptime(second, "%Y-%m-%dT%H:%M:%S") - EPOCH
    return passed // MICROSECOND + int(fraction.ljust(6, "0")[:6])
def base64_octets(text):
    found = base64.b64decode(text, validate=True)
    return need(base64.b64encode(found).decode() == text, "base64 is not canonical") and found
def sized(text):
    return pack(">q", len(text.encode())) + text.encode()
def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()
def read_keys(trusted, kinds=b"\1\4"):  # a log's key (1) may sign up to a size, or is a witness' (4)
    keys = {}
    for text, until in trusted:
        name, key_id, key = text.split("+", 2)
        key = base64_octets(key)
        fits = sha256(name.encode(), b"\n", key)[:4] == octets(key_id, 4)
        need(fits and len(key) == 33 and key[0] in kinds, "a verifier key is not one of Ed25519")
        until = None if until is None else whole(until)
        keys[name, key_id] = Ed25519PublicKey.from_public_bytes(key[1:]), until, key[0]
    return keys
def with_log(keys, own):  # the file's own keys count where no other key of a log is known
    return keys if any(kind == 1 for _, _, kind in keys.values()) else {**own, **keys}
def read_checkpoint(note, keys):
    body, _, signatures = note.rpartition("\n\n")
    origin, size, root, *_ = body.split("\n")
    size, root, signers, seen = whole(size), base64_octets(root), [], set()
    asked = sum(kind == 4 for _, _, kind in keys.values())
    for line in need(signatures.endswith("\n") and signatures[:-1], "it is cut off").split("\n"):
        name, signature = matching(r"— ([^ +]+) ([A-Za-z0-9+/=]+)", line).groups()
        signature = base64_octets(signature)
        key, until, kind = keys.get((name, signature[:4].hex()), (None, None, 0))
        if kind == 4:
            time = int.from_bytes(signature[4:12], "big")
            key.verify(signature[12:], f"cosignature/v1\ntime {time}\n{body}\n".encode())
            seen.add(name)
        elif kind == 1 and name == origin:
            key.verify(signature[4:], f"{body}\n".encode())
            need(until is None or size <= until, "signed by a key after it was retired")
            signers.append(until)
    need(signers and len(root) == 32, "no known key signed it")
    witnesses = f"; signed by {len(seen)} of {asked} witnesses" if asked else ""
    return origin, size, root, "; by a retired key alone" * (None not in signers) + witnesses
def climb(index, size, low, high, path):  # the old and the new root, from a node of both trees
    last = size - 1
    for node in path:
        need(last > 0, "the path is too long")
        if index & 1 or index == last:
            low, high = sha256(b"\1", node, low), sha256(b"\1", node, high)
            while index and not index & 1:
                index, last = index >> 1, last >> 1
        else:
            high = sha256(b"\1", high, node)
        index, last = index >> 1, last >> 1
    return need(last == 0, "the path is too short") and (low, high)
def check_extension(proof, keys=()):
    own = read_keys([(it, None) for it in proof["verifiers"]], b"\1")
    keys = with_log(read_keys(keys), own)
    notes = [read_checkpoint(proof[it], keys) for it in ("old", "new")]
    (origin, size, root, _), (new_origin, new_size, new_root, _) = notes
    path = [octets(it, 32) for it in listed(proof["path"])]
    need(origin == new_origin and 0 < size <= new_size, "the newer log is another or smaller")
    if size == new_size:
        return need(not path and root == new_root, "two roots of one size") and (0, "lines")
    path, index, last = ([] if size & (size - 1) else [root]) + path, size - 1, new_size - 1
    while index & 1:
        index, last = index >> 1, last >> 1
    found = climb(index, last + 1, path[0], path[0], path[1:])
    need(found == (root, new_root), "the newer log is not an extension")
    return new_size - size, "lines"
def check_leaf(kind, rest, position, salt, path, size, root):  # the position as a number
    position = whole(position, 1)
    leaf = sha256(b"\0", kind, octets(salt, 16), pack(">q", position), rest)
    path = [octets(it, 32) for it in listed(path)]
    is_in = position <= size and climb(position - 1, size, leaf, leaf, path)[1] == root
    return need(is_in, "not in the log") and position
def read_line(kind, balance, texts, held, money):  # the balance after it
    need(kind in LINES, "an event of this type is no line")
    is_moved = balance is not None
    need([type(it) for it in listed(texts)] == [str] * (4 if is_moved else 5), "its texts")
    shown = whole(balance if is_moved else texts[4], 0, money)
    need(not is_moved or shown != held, "a balance where nothing moved")
    return shown if is_moved else held
def check_statement(file, keys=()):
    form, wallet, currency, origin, named, note, *period = members(file, FILE)[:8]
    leaf, first, stream, events = members(file, FILE)[8:]
    need(form == "wallet-statement/2", "no statement of format 2")
    named = [members(it, "verifier until since") for it in listed(named)]
    own = read_keys([it[:2] for it in named if whole(it[2]) >= 0], b"\1")
    signed, *tree, doubt = read_checkpoint(note, with_log(read_keys(keys), own))
    need(signed == origin, "the checkpoint is of another log")
    begin, end = (None if it is None else moment(it) for it in period)
    wallet = bytes.fromhex(matching(UUID, wallet)[0].replace("-", ""))
    first, stream, money = whole(first, 1), octets(stream, 32), MONEY[currency]
    need((first == 1) == (stream == bytes(32)) and (first == 1 or period[0]), "its beginning")
    if not listed(events):
        return need(first == 1 and leaf is None, "no lines") and (0, f"lines{doubt}")
    held, times, places = 0, [], []
    for number, it in enumerate(events, first):
        try:
            form = "void" if type(it) is dict else len(listed(it))
            need(form in ("void", 3, 4, 5) and (form == 4) == (number == first > 1), "its form")
            need(form != 3 or first == 1 or times, "more than one event before the first line")
            if form == "void":
                kind, facts, content, *place = members(it, "type facts content position salt path")
                facts = bytes.fromhex(matching("00|01[0-9a-f]{38}", facts)[0])
            else:
                kind, at, content, *rest = it
                if form == 4:
                    held = whole(*rest, 0, money)
                if form == 5:
                    held = read_line(kind, *rest, held, money)
                    times.append(whole(at, 1 - 2**63))
                facts = pack(">bqq", 1, whole(at, 1 - 2**63), held) + currency.encode()
            parts = wallet, pack(">q", number), sized(kind), facts, octets(content, 32)
            stream = sha256(b"ledger-event/3", stream, sized("wallet"), *parts)
            if form == "void":
                places.append(check_leaf(b"wallet-void/2", stream, *place, *tree))
        except Exception as failure:
            raise ValueError(f"event {number}: {failure!r}") from None
    recorded, *place = members(leaf, "recordedAt position salt path")
    recorded = pack(">q", whole(recorded, 1 - 2**63))
    places.append(check_leaf(b"wallet-leaf/1", recorded + stream, *place, *tree))
    need(places == sorted(set(places)), "positions that do not rise")
    need(form == 5, "the last event is no line")
    need((begin is None or begin <= times[0]) and (end is None or times[-1] < end), "its period")
    shown = (EPOCH + times[-1] * MICROSECOND).isoformat(timespec="microseconds")
    voids = f"; rows not written with the journal's key: {len(places) - 1}" * (len(places) > 1)
    return len(times), f"lines, up to event {number}, {shown}Z{voids}{doubt}"
def run(check, path, *keys):
    try:
        keys = [(*it.split(","), None)[:2] for it in keys]
        file = json.load(open(path, encoding="utf-8"), object_pairs_hook=distinct)
        print("OK", *check(file, keys))
    except Exception as failure:
        sys.exit(f"FAILED {failure!r}")

if __name__ == "__main__":
    run({"statement": check_statement, "consistency": check_extension}[sys.argv[1]], *sys.argv[2:])
