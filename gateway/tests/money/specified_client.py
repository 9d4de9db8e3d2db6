"""A client that knows the specification and nothing else: its paths, its payloads, its replies.

    specified_client.py PORTAL SANDBOX

It registers, deposits, plays, takes a bonus and ends it, spins, withdraws and chats, and fails at the first
reply that is not as specified. SANDBOX is the world outside: its bank, payment service and games.
"""

import json
import secrets
import sys
import time
import urllib.error
import urllib.request

PORTAL, SANDBOX = sys.argv[1], sys.argv[2]
PHONE, PASSWORD = "0812345678", "Correct-Horse-9"
token = None


def fetch(method, address, payload=None, content_type="application/json", session=True):
    """The status and the reply, read as JSON where it is JSON."""
    headers = {"X-Requested-With": "wallet-web"}
    if payload is not None:
        headers["Content-Type"] = content_type
    if token and session:
        headers["Authorization"] = "Bearer " + token
    request = urllib.request.Request(address, data=payload, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            status, body = reply.status, reply.read()
    except urllib.error.HTTPError as refusal:
        status, body = refusal.code, refusal.read()
    try:
        return status, json.loads(body)
    except ValueError:
        return status, body


def call(method, path, payload=None):
    """A call of the specification that must succeed."""
    encoded = None if payload is None else json.dumps(payload).encode()
    status, reply = fetch(method, PORTAL + "/api" + path, encoded)
    assert 200 <= status < 300, (method, path, status, reply)
    return reply


def outside(path, payload):
    status, reply = fetch("POST", SANDBOX + path, json.dumps(payload).encode(), session=False)
    assert 200 <= status < 300, (path, status, reply)
    return reply


def eventually(what, look):
    """What becomes so outside is waited for: the caller's own test bounds how long."""
    while True:
        found = look()
        if found:
            return found
        time.sleep(0.1)


def form(field, name, content):
    """A multipart body with one file."""
    mark = secrets.token_hex(16)
    head = f'--{mark}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n'
    body = head.encode() + b"Content-Type: image/png\r\n\r\n" + content + f"\r\n--{mark}--\r\n".encode()
    return body, "multipart/form-data; boundary=" + mark


def amount():
    return float(call("GET", "/wallet")["wallet"]["amount"])


# Register: the lookups of the wizard, the check of the server, the account.
banks = [bank["code"] for bank in call("GET", "/lookup/banks")["banks"]]
source = call("GET", "/lookup/sources")["sources"][0]["code"]
draft = {
    "name": "Somchai", "username": PHONE, "password": PASSWORD, "sourceCode": source, "inviteCode": "",
    "bankCode": "SCB", "bankAccountName": "สมชาย ใจดี", "bankAccountNo": "1999902093", "currency": "",
}
assert draft["bankCode"] in banks, banks
assert call("GET", "/lookup/active").get("terminated") != "gone"
call("POST", "/account/validate", draft)
call("POST", "/account", draft)
token = call("POST", "/login", {"username": PHONE, "password": PASSWORD})["token"]

# The home screen.
home = call("GET", "/wallet")
for field in ("profile", "bankAccount", "wallet", "invite", "slots"):
    assert field in home, (field, home)
assert {"amount", "success", "fail"} <= set(home["invite"])
for slot in home["slots"]:
    assert {"code", "name", "category", "isActive", "amount", "ftWalletSlot", "web", "android", "ios"} <= set(slot)
profile = call("GET", "/account/profile")
assert {"_id", "username", "name", "createdAt", "coin"} <= set(profile), profile

# Deposit by a slip, and by a QR.
account = next(bank for bank in call("GET", "/lookup/deposit")["banks"] if bank["bankCode"] == "SCB")
payment = outside("/bank/payments", {
    "fromBank": "SCB", "fromAccountNo": draft["bankAccountNo"], "fromName": draft["bankAccountName"],
    "toBank": "SCB", "toAccountNo": account["bankAccountNo"], "toName": account["bankAccountName"],
    "amount": "500",
})
_, picture = fetch("GET", SANDBOX + "/bank/slips/" + payment["transRef"] + ".png", session=False)
body, kind = form("slip", "slip.png", picture)
status, reply = fetch("POST", PORTAL + "/api/wallet/slip", body, kind)
assert 200 <= status < 300, (status, reply)
eventually("the slip is credited", lambda: amount() == 500)
slip = call("POST", "/statement/slip", {"page": 1, "limit": 10})["slips"][0]
assert slip["status"] == "SUCCESS", slip
url = call("GET", "/statement/slip/reference/" + slip["reference"])["url"]
status, shown = fetch("GET", PORTAL + url, session=False)
assert (status, shown[:4]) == (200, b"\x89PNG"), (status, url)

# Take a bonus, and play with it.
offered = {bonus["code"]: bonus for bonus in call("GET", "/bonus")["bonuses"]}
assert {"type", "maxReceived", "percentFail", "banners", "userBonus"} <= set(offered["WELCOME"])
call("GET", "/bonus/activate/WELCOME")
assert call("GET", "/bonus/check/active")["status"] is True
call("GET", "/wallet/activate/pg")
player = call("GET", "/wallet/account/pg")
assert call("GET", f"/autoLogin/pg/{player['username']}/{player['password']}")["link"].startswith("http")
call("POST", "/wallet/transfer", {"from": "WALLET", "to": "pg", "amount": 100})
call("POST", "/wallet/transferAll", {"to": "pg"})
assert amount() == 0
outside(f"/__sandbox/players/pg/{player['username']}/play", {"stake": "100", "win": "1800"})
call("GET", "/wallet/refresh/slot")
call("POST", "/wallet/transferAll", {"to": "WALLET"})
call("GET", "/bonus/clear")
assert call("GET", "/bonus/check/active")["status"] is False

# A QR, which earns coins as every deposit does, and the wheel.
order = call("POST", "/qrcode/KBANK", {"amount": 1000})
assert {"qrcodeId", "hasQrcode", "qrcode", "amount", "expireIn", "message"} <= set(order), order
before = amount()
outside("/psp/payments", {"payload": order["payload"]})
eventually("the QR is credited", lambda: amount() == before + 1000)
assert call("GET", "/spinwheel/active")["isActive"] is True
setup = call("GET", "/spinwheel/setup")["result"]
assert {"code", "label", "bgColor", "textColor"} <= set(setup["activeSpinwheel"]["slice"][0])
assert setup["userCoin"] > 0, setup
spin = call("POST", "/spinwheel/spin")
assert spin["success"] is True and {"code", "label", "remainingCoin"} <= set(spin["result"]), spin
for coupon in call("GET", "/spinwheel/coupon")["coupons"]:
    assert {"prize", "amount"} <= set(coupon), coupon

# Withdraw within the limits that the server gives.
limits = call("GET", "/lookup/withdraw")
least = float(limits["withdrawMin"])
call("POST", "/wallet/withdraw", {"amount": least})
history = call("POST", "/statement", {"page": 1, "limit": 10})
assert history["total"] >= 5 and len(history["statements"]) <= 10, history["total"]
assert history["statements"][0]["statementType"] == "withdraw", history["statements"][0]
for path in ("/invite", "/refund"):
    call("POST", path, {"page": 1, "limit": 10})
call("GET", "/refund/check")

# Chat as the profile's user, with the whole record.
assert call("GET", "/chat/config")["PREFIX"]
record = {
    "sender": "customer", "userId": profile["_id"], "guestId": None, "username": profile["username"],
    "name": profile["name"], "deviceToken": "token-of-a-phone", "session_id": None,
    "createdAt": "2026-01-01T00:00:00.000Z",
    "message": {"message_type": "text", "payload": {"message": "Where is my money?"}},
}
assert "createdAt" in call("POST", "/chat/send-message", record)
said = call("POST", "/chat/history", {"userId": profile["_id"], "guestId": None, "limit": 10, "skip": 0})
assert said[0]["message"]["payload"]["message"] == "Where is my money?", said
assert said[0]["deviceToken"] == "token-of-a-phone", said
call("PUT", "/chat/read-customer/", {"userId": profile["_id"], "guestId": None})
call("PUT", "/account/changepwd", {"oldPassword": PASSWORD, "newPassword": PASSWORD + "0"})
print("walked")
