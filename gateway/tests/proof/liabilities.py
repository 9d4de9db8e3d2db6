#!/usr/bin/env python3
"""liabilities.py FILE [KEY ...] checks that a signed total counts the money of one wallet: section
10 of .github/proofs.md. FILE as downloaded, KEY as for verifier.py. Exits with 0 or 1."""
import base64, json, sys
from struct import pack
from verifier import (MONEY, UUID, base64_octets, check_leaf, distinct, listed, matching, members,
    moment, need, octets, read_checkpoint, read_keys, run, sha256, sized, whole, with_log)

HOUSE, EVENT = "686f7573-6500-8000-8000-000000000000", "LiabilitiesTotalled"
FILE = ("format walletId currency origin keys checkpoint house own next shares "
        "main inTransit withdrawal games")
PLACE = "sequence before recordedAt position salt path"
LINK = f"type at balance content {PLACE}"
RECEIPT = f"format treeSize walletId eventType eventVersion payload metadata stateHash {PLACE}"
TREE = "currency leaves root total main in_transit withdrawal games"

def count(text, least=1):  # exact in every language
    return need(least <= whole(text) < 2**53, f"{text} is too small or too large") and int(text)
def parsed(text):  # with the spelling of each number as bytes; NaN is none
    spelled = {"parse_int": str.encode, "parse_float": str.encode, "parse_constant": need}
    return json.loads(text, object_pairs_hook=distinct, **spelled)
def has_facts(metadata):
    try:
        matching("-?" + MONEY[metadata["main"]["currency"]], metadata["main"]["amount"])
        return moment(metadata["at"]) is not None
    except (KeyError, TypeError, ValueError):
        return False
def check_event(tree, wallet, kind, facts, content, number, before, recorded, *place):
    number, before = count(number), octets(before, 32)
    need((number == 1) == (before == bytes(32)), "the beginning of a stream")
    whose = bytes.fromhex(matching(UUID, wallet)[0].replace("-", "")) + pack(">q", number)
    stream = sha256(b"ledger-event/3", before, sized("wallet"), whose, sized(kind), facts, content)
    recorded = pack(">q", whole(recorded, 1 - 2**63))
    return check_leaf(b"wallet-leaf/1", recorded + stream, *place, *tree), number, whose + stream
def read_house(receipt, note, tree):  # its position, its number and its event
    form, size, *named, version, payload, metadata, state = (it := members(receipt, RECEIPT))[:8]
    need(form == "wallet-receipt/2" and count(size) == tree[0], "a receipt of another checkpoint")
    need(named == [HOUSE, EVENT] and not has_facts(parsed(metadata)), "no total of the house")
    texts = sized(version), sha256(payload.encode()), sha256(metadata.encode())
    state = b"\0" if state is None else b"\1" + octets(state, 32)
    content = sha256(b"ledger-content/1", *texts, state)
    at, event, stream = check_event(tree, *named, b"\0", content, *it[8:])
    head = f"house {event} {base64.b64encode(stream[24:]).decode()}"
    lines = note.rpartition("\n\n")[0].split("\n")[3:]
    need([it for it in lines if it.split(" ")[0] == "house"] == [head], "another total is signed")
    return at, event, parsed(payload)
def read_link(link, wallet, code, tree):  # an event of the wallet without its content
    kind, at, balance, content, *place = members(link, LINK)
    facts = pack(">bqq", 1, whole(at, 1 - 2**63), whole(balance, 0, MONEY[code])) + code.encode()
    return check_event(tree, wallet, kind, facts, octets(content, 32), *place)
def read_total(tree):  # by its currency: the total, the height, and the root with its sum
    code, leaves, root, *texts = members(tree, TREE)
    total, *parts = (whole(amount, 0, MONEY[code]) for amount in texts)
    need(total == sum(parts), "the total is not the sum of its amounts")
    height, root = count(leaves.decode(), 2).bit_length() - 1, octets(root, 32) + pack(">q", total)
    need(int(leaves) == 2**height, "the leaves are no power of two")
    return code, (texts[0], MONEY[code], height, root)
def check_share(share, counted, money, height, root):  # its place and its sum
    place, salt, held, path = members(share, "place salt share path")
    place, held, path = count(place, 0), whole(held, 0, money), base64_octets(path)
    need(place < 2**height and len(path) == 40 * height, "not a place of the tree")
    rest = octets(salt, 16) + counted + pack(">q", held)
    node = sha256(b"\0wallet-share/1", pack(">q", place), rest) + rest[-8:]
    for level in range(height):
        entry = path[40 * level:40 * level + 40]
        sums = [int.from_bytes(it[32:], "big", signed=True) for it in (node, entry)]
        need(sums[1] >= 0 and sum(sums) < 2**63, "a sum below 0 or too large")
        pair = entry + node if place >> level & 1 else node + entry
        node = sha256(b"\1", pair) + pack(">q", sum(sums))
    return need(node == root, "the path leads to another root or total") and (place, held)
def check_liabilities(file, keys=()):
    form, wallet, code, origin, named, note, house, own, later, shares, *texts = members(file, FILE)
    need(form == "wallet-liabilities/1", "no proof of liabilities of format 1")
    named = [members(it, "verifier until since") for it in listed(named)]
    named = [it[:2] for it in named if count(it[2], 0) + count(it[1] or "0", 0) >= 0]
    signed, *tree, doubt = read_checkpoint(note, with_log(read_keys(keys), read_keys(named, b"\1")))
    need(signed == origin and tree[0] < 2**53, "the checkpoint is of another log")
    (house_at, event, payload), whose = read_house(house, note, tree), (wallet, code, tree)
    own_at, number, counted = read_link(own, *whose)
    time, position, trees = members(*members(payload, EVENT), "at position trees")
    at, position, trees = moment(time), count(position.decode()), list(map(read_total, trees))
    need([it[0] for it in trees] == sorted(dict(trees)), "its trees are not by currency")
    need(wallet != HOUSE and own_at <= position < house_at, "not counted by then")
    amounts = [whole(amount, 0, MONEY[code]) for amount in texts]
    need(own["balance"] == texts[0], "not what the wallet held")
    total, *end = dict(trees)[code]
    leaf = counted + pack(">4q", *amounts)
    (place, held), (other, rest) = (check_share(it, leaf, *end) for it in listed(shares))
    need(place != other and held + rest == sum(amounts), "not two shares that are the amounts")
    if later is not None:
        (later_at, follows, _), before = read_link(later, *whose), octets(later["before"], 32)
        need((follows, before) == (number + 1, counted[24:]), "not the event after it")
        need(later_at > position, "an event by then is left out")
        doubt += f"; event {follows} before it is not counted" * (int(later["recordedAt"]) < at)
    return (f"{time}: the total {total} {code}, event {event} of the house, counts "
            f"{' + '.join(texts)}, as event {number} of {wallet} says{doubt}",)

if __name__ == "__main__":
    run(check_liabilities, *sys.argv[1:])
