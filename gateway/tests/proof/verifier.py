#!/usr/bin/env python3
"""Checks a statement with its proofs. Knows .github/proofs.md and nothing else.
    verifier.py statement FILE [KEY ...]    FILE as downloaded, of format wallet-statement/1
    verifier.py consistency FILE [KEY ...]  FILE: {"old": note, "new": note, "verifiers", "path"}
Exits with 0 or 1. KEY was learned elsewhere (KEY,SIZE: signs until then): the file's own are not
believed then."""
import base64, hashlib, json, re, sys
from decimal import Decimal
from struct import pack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

TYPES = {event: kind for kind, events in {
    "deposit": "Deposited QrPaid QrReferred GiftSent GiftCredited "
               "ManualDepositRequested ManualDepositCredited",
    "transfer": "TransferStarted TransferCompleted TransferReturned SweepEnded",
    "withdraw": "WithdrawalRequested WithdrawalReturned",
    "bonus": "GrantActivated", "finish_bonus": "GrantEnded", "correction": "Corrected",
}.items() for event in events.split()}

MONEY = {"THB": r"-?(0|[1-9][0-9]{0,17})\.[0-9]{2}", "LAK": "-?(0|[1-9][0-9]{0,17})"}
RECEIPT = ("format position walletId sequence eventType eventVersion payload metadata stateHash "
           "before recordedAt salt path")
LINE = "id type status direction amount balance createdAt from to receipt"
FILE = ("format walletId currency from to openingBalance closingBalance origin keys checkpoint "
        "hashes lines")

def need(holds, what):
    if holds:
        return holds
    raise ValueError(what)
def matching(pattern, text):
    return need(re.fullmatch(pattern, text), f"{text!r} is not written as it must be")
def members(it, names):  # these and no others: what is passed over here may be read elsewhere
    return need(type(it) is dict and set(it) == set(names.split()), "its members") and it
def octets(text, count):
    return bytes.fromhex(matching("[0-9a-f]{%d}" % (2 * count), text)[0])
def whole(text):
    return int(matching("0|-?[1-9][0-9]*", text)[0])
def moment(text):
    second, fraction = matching(r"([0-9-]{10}T[0-9:]{8})(?:\.([0-9]{1,9}))?Z", text).groups()
    return second, (fraction or "").ljust(6, "0")[:6]
def base64_octets(text):
    found = base64.b64decode(text, validate=True)
    return need(base64.b64encode(found).decode() == text, "base64 is not canonical") and found
def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()
def read_checkpoint(note, trusted):  # each key with the last size that it may sign, or none
    keys, signers = {}, []
    for text, until in trusted:
        name, key_id, key = text.split("+", 2)
        key = base64_octets(key)
        fits = sha256(name.encode(), b"\n", key)[:4] == octets(key_id, 4)
        need(fits and len(key) == 33 and key[0] == 1, "a verifier key is not one of Ed25519")
        keys[name, key_id] = Ed25519PublicKey.from_public_bytes(key[1:]), until
    body, _, signatures = note.rpartition("\n\n")
    origin, size, root, *_ = body.split("\n")
    for line in need(signatures.endswith("\n") and signatures[:-1], "it is cut off").split("\n"):
        name, signature = matching(r"— ([^ +]+) ([A-Za-z0-9+/=]+)", line).groups()
        signature = base64_octets(signature)
        if name == origin and (name, signature[:4].hex()) in keys:
            key, until = keys[name, signature[:4].hex()]
            key.verify(signature[4:], f"{body}\n".encode())
            need(not until or whole(size) <= whole(until), "signed by a key after it was retired")
            signers.append(until)
    need(signers, "no known key signed it")
    return origin, whole(size), base64_octets(root), "; by a retired key alone" * all(signers)
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
    trusted = keys or [(it, None) for it in proof["verifiers"]]
    notes = [read_checkpoint(proof[it], trusted) for it in ("old", "new")]
    (origin, size, root, _), (new_origin, new_size, new_root, _) = notes
    path = [octets(it, 32) for it in proof["path"]]
    need(origin == new_origin and 0 < size <= new_size, "the newer log is another or smaller")
    if size == new_size:
        return need(not path and root == new_root, "two roots of one size") and (0, "lines")
    path, index, last = ([] if size & (size - 1) else [root]) + path, size - 1, new_size - 1
    while index & 1:
        index, last = index >> 1, last >> 1
    found = climb(index, last + 1, path[0], path[0], path[1:])
    need(found == (root, new_root), "the newer log is not an extension")
    return new_size - size, "lines"
def hash_stream(it):
    texts = [it[name].encode() for name in ("eventType", "eventVersion", "payload", "metadata")]
    kind, *types = [pack(">q", len(text)) + text for text in (b"wallet", *texts[:2])]
    state = b"\0" if it["stateHash"] is None else b"\1" + octets(it["stateHash"], 32)
    uuid = matching("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", it["walletId"])[0]
    start = b"ledger-event/2" + octets(it["before"], 32) + kind + octets(uuid.replace("-", ""), 16)
    return sha256(start, pack(">q", whole(it["sequence"])), *types, *map(sha256, texts[2:]), state)
def check_line(line, receipt, currency):  # by how much main moved, and what else is noted
    ((name, event),) = json.loads(receipt["payload"]).items()
    if name == "Reward":
        ((name, event),) = event.items()
    need(receipt["eventType"] == name and TYPES.get(name) == line["type"], "the type")
    metadata = json.loads(receipt["metadata"])
    need(moment(metadata["at"]) == moment(line["createdAt"]), "the time")
    moves = [it["amount"] for it in event.get("postings", []) if it["account"] == "main"]
    moved = sum(Decimal(it["amount"]) for it in moves)
    need(line["direction"] == ("in" if moved > 0 else "out" if moved else "none"), "direction")
    main, number = metadata.get("main"), metadata.get("movements")
    need((line["balance"] is None) == (not moved), "a balance where nothing moved, or none")
    matching(MONEY[currency], line["amount"])
    if moved:
        need({it["currency"] for it in moves} == {currency}, "the currency")
        need(line["amount"] == format(abs(moved), "f"), "the amount")
        need(main in (None, {"amount": line["balance"], "currency": currency}), "the balance")
    return moved, number, number is None or bool(moved and main is None)
def check_statement(bundle, keys=()):
    need(members(bundle, FILE)["format"] == "wallet-statement/1", "no statement of format 1")
    named = [members(it, "verifier since until") for it in bundle["keys"]]
    trusted = keys or [(it["verifier"], it["until"]) for it in named]
    origin, size, root, doubt = read_checkpoint(bundle["checkpoint"], trusted)
    need(origin == bundle["origin"], "the checkpoint is of another log")
    table = [octets(it, 32) for it in bundle["hashes"]]
    lines, wallet, start, end = (bundle[it] for it in ("lines", "walletId", "from", "to"))
    used = {at for line in lines for at in line["receipt"]["path"]}
    need(len(used) == len(table) == len(set(table)), "a hash that no path uses, or one twice")
    position, sequence, stream, unsaid = 0, 0, bytes(32), 0
    held = Decimal(matching(r"(0|[1-9][0-9]*)(\.[0-9]+)?", bundle["openingBalance"])[0])
    count = 0 if start is None else None  # of movements so far; none where it is not known
    need(count is None or held == 0, "a beginning with money")
    for number, line in enumerate(lines, 1):
        try:
            it = members(members(line, LINE)["receipt"], RECEIPT)
            need(all(type(line[at]) is str for at in ("id", "status", "from", "to")), "a text")
            here = whole(it["position"]), whole(it["sequence"])
            is_own = it["walletId"] == wallet and it["format"] == "wallet-receipt/1"
            need(is_own and position < here[0] <= size and sequence < here[1], "wallet or order")
            is_next, joins = here[1] == sequence + 1, it["before"] == stream.hex()
            need(joins if is_next else it["before"] != "0" * 64, "the chain")
            (position, sequence), stream = here, hash_stream(it)
            places = octets(it["salt"], 16) + pack(">qq", position, whole(it["recordedAt"]))
            leaf = sha256(b"\0wallet-leaf/1", places, stream)
            path = [table[need(type(at) is int and at >= 0, "a path") and at] for at in it["path"]]
            need(climb(position - 1, size, leaf, leaf, path)[1] == root, "not in the log")
            moved, noted, is_unsaid = check_line(line, it, bundle["currency"])
            held, unsaid = held + moved, unsaid + is_unsaid
            need(line["balance"] in (None, format(held, "f")), "the running balance breaks")
            count = noted if count is None else count + bool(moved)
            need(noted in (None, count), "a movement is missing before this line")
        except Exception as failure:
            raise ValueError(f"line {number}: {failure!r}") from None
    need(format(held, "f") == bundle["closingBalance"], "the closing balance")
    begin, until = (lines[0]["createdAt"], lines[-1]["createdAt"]) if lines else (start, None)
    need(not start or moment(start) <= moment(begin), "it begins before its period")
    need(not end or not until or moment(until) < moment(end), "it ends after its period")
    return len(lines), f"lines, up to movement {count}, {until}; not recorded: {unsaid}{doubt}"

if __name__ == "__main__":
    check = {"statement": check_statement, "consistency": check_extension}[sys.argv[1]]
    try:
        keys = [it.partition(",")[::2] for it in sys.argv[3:]]
        print("OK", *check(json.load(open(sys.argv[2], encoding="utf-8")), keys))
    except Exception as failure:
        sys.exit(f"FAILED {failure!r}")
