#!/usr/bin/env python3
"""Changes proofs bit by bit and sees whether the verifier notices each change.

    mutations.py STATEMENT CONSISTENCY COUNT SEED

Both files are ones that verifier.py accepts. Prints "OK COUNT rejected", or the first change that
was accepted and exits with 1.
"""
import copy
import json
import random
import sys

import verifier

RECEIPT = (
    "format", "position", "walletId", "sequence", "eventType", "eventVersion", "payload",
    "metadata", "stateHash", "before", "recordedAt", "salt", "path",
)
SHOWN = ("type", "direction", "amount", "balance", "createdAt")
FILE = (
    "format", "walletId", "currency", "openingBalance", "closingBalance", "origin", "keys",
    "checkpoint", "hashes",
)
# What an unmoved line shows as its amount is no part of the event's movement.
UNPROVEN = (("amount", "none"),)


def excerpt(statement, first, count):
    """A separate statement of some of the lines."""
    lines = statement["lines"][first : first + count]
    opening = next(
        (it["balance"] for it in reversed(statement["lines"][:first]) if it["balance"]),
        statement["openingBalance"],
    )
    closing = next((it["balance"] for it in reversed(lines) if it["balance"]), opening)
    rest = packed({**statement, "lines": lines})
    if first:
        rest["from"] = lines[0]["createdAt"]
    return {**rest, "openingBalance": opening, "closingBalance": closing}


def packed(statement):
    """A copy with those hashes alone that its lines use."""
    lines, table = copy.deepcopy(statement["lines"]), {}
    for line in lines:
        path = [statement["hashes"][at] for at in line["receipt"]["path"]]
        line["receipt"]["path"] = [table.setdefault(it, len(table)) for it in path]
    return {**statement, "lines": lines, "hashes": list(table)}


def flip(value, dice):
    """The value with one bit changed, or one that was null with something in it."""
    if value is None:
        return dice.choice(["00" * 32, "0.00", "1.00"])
    if isinstance(value, int):
        return value ^ (1 << dice.randrange(16))
    if isinstance(value, list):
        if not value:
            return ["00" * 32]
        at = dice.randrange(len(value))
        change = dice.choice(["flip", "drop", "repeat"])
        if change == "flip":
            return [*value[:at], flip(value[at], dice), *value[at + 1 :]]
        if change == "drop":
            return value[:at] + value[at + 1 :]
        return value[:at] + [value[at]] + value[at:]
    at = dice.randrange(len(value))
    return value[:at] + chr(ord(value[at]) ^ (1 << dice.randrange(7))) + value[at + 1 :]


def mutate_statement(statement, dice):
    first = dice.randrange(len(statement["lines"]))
    part = excerpt(statement, first, dice.randint(1, 3))
    if not any(line["balance"] for line in part["lines"]):
        return None
    assert verifier.check_statement(part)[0] == len(part["lines"])
    line = dice.choice(part["lines"])
    at, names = dice.choice([(line["receipt"], RECEIPT), (line, SHOWN), (part, FILE)])
    name = dice.choice((*names, "members"))
    if (name, at.get("direction")) in UNPROVEN:
        return None
    if name == "members":
        other = dice.choice(["note", *at])
        if other not in at:
            at[other] = "1"
        elif dice.randrange(2):
            del at[other]
        else:
            at[other] = 1
    elif name == "keys":
        part["keys"] = [{**it, "verifier": flip(it["verifier"], dice)} for it in part["keys"]]
    else:
        at[name] = flip(at[name], dice)
    return verifier.check_statement, part, name


def mutate_consistency(proof, dice):
    changed = copy.deepcopy(proof)
    name = dice.choice(["old", "new", "path"])
    changed[name] = flip(changed[name], dice)
    return verifier.check_extension, changed, name


def without(statement, first, end, dropped):
    """The lines of a stretch except some, written as if those had never existed."""
    part = excerpt(statement, first, end - first)
    part["lines"] = [it for at, it in enumerate(part["lines"], first) if at not in dropped]
    return packed(part)


def check_omissions(statement):
    """Nothing between the first and the last line can be left out, and how far it goes is shown."""
    lines, pairs = statement["lines"], 0
    for at in range(1, len(lines) - 2):
        around = [lines[it]["balance"] for it in range(at - 1, at + 3)]
        if None in around or around[0] != around[2]:
            continue
        pairs += 1
        verifier.check_statement(excerpt(statement, at - 1, 4))
        # The balances still follow from one another.
        refuse(without(statement, at - 1, at + 3, {at, at + 1}))
    if not pairs:
        sys.exit("FAILED: no neighbours that sum to zero")
    end = excerpt(statement, 0, len(lines) - 1)
    beginning = {**excerpt(statement, 1, len(lines) - 1), "from": None}
    moved = sum(it["balance"] is not None for it in end["lines"])
    shown = verifier.check_statement(end)[1]
    if not shown.startswith(f"lines, up to movement {moved}, "):
        sys.exit(f"FAILED: {shown}")
    refuse(beginning)
    refuse({**beginning, "openingBalance": "0.00"})


def refuse(statement):
    try:
        verifier.check_statement(statement)
    except Exception:
        return
    sys.exit("ACCEPTED a statement with lines left out")


def main():
    files = []
    for name in sys.argv[1:3]:
        with open(name, encoding="utf-8") as file:
            files.append(json.load(file))
    count, dice = int(sys.argv[3]), random.Random(int(sys.argv[4]))
    verifier.check_statement(files[0])
    verifier.check_extension(files[1])
    check_omissions(files[0])
    done, names = 0, {}
    while done < count:
        is_line = dice.randrange(8) > 0
        chosen = mutate_statement(files[0], dice) if is_line else mutate_consistency(files[1], dice)
        if chosen is None:
            continue
        check, changed, name = chosen
        try:
            check(changed)
        except Exception:
            done += 1
            names[name] = names.get(name, 0) + 1
            continue
        sys.exit(f"ACCEPTED a change of {name}: {json.dumps(changed)}")
    print("OK", done, "rejected", json.dumps(names))


main()
