#!/usr/bin/env python3
"""Changes proofs bit by bit and sees whether the verifier notices each change.

    mutations.py STATEMENT CONSISTENCY COUNT SEED

Both files are ones that verifier.py accepts. The statement has some hundreds of events at most:
each change is checked with the whole of it or with its end. Prints "OK COUNT rejected", or the
first change that was accepted and exits with 1.
"""
import copy
import json
import random
import sys

import verifier

FILE = ("format", "walletId", "currency", "origin", "keys", "checkpoint", "first", "before")
LEAF = ("position", "recordedAt", "salt", "path")
# Of these nothing is proven but that they are written as they must be.
UNPROVEN = ("from", "to")
EVENT = ("type", "at", "content", "balance", "texts")
STRETCHES_MAX = 200


def balances(statement):
    """What the main wallet held after each event."""
    held = "0"
    for event in statement["events"]:
        if type(event) is list and len(event) > 3 and event[3] is not None:
            held = event[3]
        yield held


def ending(statement, start):
    """A separate statement from a later event on. None where none can begin."""
    events, held = statement["events"], list(balances(statement))
    times = [it[1] for it in events[start + 1 :] if type(it) is list and len(it) == 5]
    if type(events[start]) is dict or not times or not start:
        return None
    opening = [*events[start][:3], written(held[start], statement["currency"])]
    begin = verifier.EPOCH + int(times[0]) * verifier.MICROSECOND
    return {
        **statement,
        "from": begin.isoformat(timespec="microseconds") + "Z",
        "first": str(int(statement["first"]) + start),
        "before": stream(statement, start).hex(),
        "events": [opening, *copy.deepcopy(events[start + 1 :])],
    }


def written(held, currency):
    return "0.00" if (held, currency) == ("0", "THB") else held


def stream(statement, count):
    """The stream hash after so many of the events."""
    wallet = bytes.fromhex(statement["walletId"].replace("-", ""))
    held, currency = list(balances(statement)), statement["currency"]
    found = bytes.fromhex(statement["before"])
    for place, event in enumerate(statement["events"][:count]):
        if type(event) is dict:
            kind, content, facts = event["type"], event["content"], bytes.fromhex(event["facts"])
        else:
            kind, at, content = event[:3]
            numbers = int(at), int(held[place].replace(".", ""))
            facts = verifier.pack(">bqq", 1, *numbers) + currency.encode()
        number = verifier.pack(">q", int(statement["first"]) + place)
        texts = verifier.sized("wallet") + wallet + number + verifier.sized(kind)
        found = verifier.sha256(b"ledger-event/3", found, texts, facts, bytes.fromhex(content))
    return found


def flip(value, dice):
    """The value with one bit changed, or one that was null with something in it."""
    if value is None:
        return dice.choice(["00" * 32, "0.00", "1.00"])
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


def change_members(at, dice):
    """A member more or less, or one that is no text."""
    name = dice.choice(["note", *at])
    if name not in at:
        at[name] = "1"
    elif dice.randrange(2):
        del at[name]
    else:
        at[name] = 1


def change_event(event, dice):
    """What was changed of an event."""
    if type(event) is dict:
        name = dice.choice([*event, "members"])
        if name == "members":
            change_members(event, dice)
        else:
            event[name] = flip(event[name], dice)
        return f"void {name}"
    place = dice.randrange(len(event) + 1)
    if place == len(event):
        event.append("1.00") if dice.randrange(2) else event.pop()
        return "form"
    if place < 4:
        event[place] = flip(event[place], dice)
    else:
        change_texts(event[4], dice)
    return EVENT[place]


def change_texts(texts, dice):
    """What they say is not proven, but that they are texts and how many."""
    place = dice.randrange(len(texts) + 1)
    if place == len(texts):
        texts.append("1.00") if dice.randrange(2) else texts.pop()
    else:
        texts[place] = dice.choice([None, 1, [], ["WALLET"]])


def change_order(part, dice):
    events = part["events"]
    place, other = dice.randrange(len(events)), dice.randrange(len(events))
    change = dice.choice(["drop", "repeat", "swap", "cut"])
    if change == "drop":
        del events[place]
    elif change == "repeat":
        events.insert(other, events[place])
    elif change == "swap":
        events[place], events[other] = events[other], events[place]
    else:
        del events[place:]
    return change


def mutate_statement(statement, dice):
    """A check, a changed file, and what was changed. None where nothing is."""
    start = dice.randrange(len(statement["events"]))
    part = ending(statement, start) or statement
    if dice.randrange(100) == 0:
        verifier.check_statement(part)
    part = {**part, "leaf": dict(part["leaf"]), "events": copy.deepcopy(part["events"])}
    changed = dice.choice(["event", "event", "event", "order", "leaf", "file", "members"])
    if changed == "event":
        changed = change_event(dice.choice(part["events"]), dice)
    elif changed == "order":
        before = copy.copy(part["events"])
        changed = change_order(part, dice)
        if part["events"] == before:
            return None
    elif changed == "leaf":
        name = dice.choice(LEAF)
        part["leaf"][name], changed = flip(part["leaf"][name], dice), f"leaf {name}"
    elif changed == "members":
        part["keys"] = copy.deepcopy(part["keys"])
        change_members(dice.choice([part, part["leaf"], *part["keys"]]), dice)
    else:
        changed = dice.choice((*FILE, *UNPROVEN))
        change_file(part, changed, dice)
    return verifier.check_statement, part, changed


def change_file(part, name, dice):
    if name == "keys":
        part["keys"] = [{**it, "verifier": flip(it["verifier"], dice)} for it in part["keys"]]
    elif name in UNPROVEN:
        part[name] = dice.choice(["", "now", "1795230000000000", 1, False, []])
    else:
        part[name] = flip(part[name], dice)


def mutate_consistency(proof, dice):
    changed = copy.deepcopy(proof)
    name = dice.choice(["old", "new", "path"])
    changed[name] = flip(changed[name], dice)
    return verifier.check_extension, changed, name


def check_omissions(statement, dice):
    """Nothing can be left out after which the balances still follow from one another."""
    events, held = statement["events"], ["0", *balances(statement)]
    stretches = [
        (start, start + count)
        for count in range(1, 5)
        for start in range(len(events) - count)
        if held[start] == held[start + count]
    ]
    if not stretches:
        sys.exit("FAILED: no events that leave the balance as it was")
    for start, end in dice.sample(stretches, min(len(stretches), STRETCHES_MAX)):
        refuse({**statement, "events": events[:start] + events[end:]})
    last = next(place for place in reversed(range(len(events) - 1)) if is_line(events[place]))
    refuse({**statement, "events": events[: last + 1]})


def is_line(event):
    return type(event) is list and len(event) == 5


def refuse(statement):
    try:
        verifier.check_statement(statement)
    except Exception:
        return
    sys.exit("ACCEPTED a statement with events left out")


def main():
    files = []
    for name in sys.argv[1:3]:
        with open(name, encoding="utf-8") as file:
            files.append(json.load(file))
    count, dice = int(sys.argv[3]), random.Random(int(sys.argv[4]))
    verifier.check_statement(files[0])
    verifier.check_extension(files[1])
    check_omissions(files[0], dice)
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
