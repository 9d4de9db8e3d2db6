"""Makes a deposit with the client that scripts/api-clients has generated from the API document.

    deposit.py PORTAL LINK USERNAME PASSWORD

Prints the credited amount. It knows the document and nothing else of the product.
"""

import sys
import uuid

from wallet_client import AuthenticatedClient, Client
from wallet_client.api.login import log_in
from wallet_client.api.wallet import get_wallet, redeem_gift
from wallet_client.models import (
    GiftDeposit,
    GiftRequest,
    LoginAnswer,
    LoginRequest,
    WalletAnswer,
)


def expect(answer, kind):
    if not isinstance(answer, kind):
        sys.exit(f"{kind.__name__} was expected: {answer}")
    return answer


def main(portal, link, username, password):
    credentials = LoginRequest(username=username, password=password)
    session = expect(log_in.sync(client=Client(portal), body=credentials), LoginAnswer)
    # The scheme `marker` of the document.
    marker = {"X-Requested-With": "wallet-web"}
    client = AuthenticatedClient(portal, session.token, headers=marker)
    before = expect(get_wallet.sync(client=client), WalletAnswer)

    key = str(uuid.uuid4())
    gift = GiftRequest(link=link)
    deposit = redeem_gift.sync(client=client, body=gift, idempotency_key=key)
    deposit = expect(deposit, GiftDeposit)
    repeated = redeem_gift.sync_detailed(client=client, body=gift, idempotency_key=key)
    if repeated.parsed != deposit or repeated.headers["idempotency-replayed"] != "true":
        sys.exit(f"the repeat was answered in another way: {repeated}")

    after = expect(get_wallet.sync(client=client, after=deposit.position), WalletAnswer)
    cents = [int(wallet.wallet.amount.replace(".", "")) for wallet in (before, after)]
    if cents[1] - cents[0] != int(deposit.amount.replace(".", "")):
        sys.exit(f"the wallet does not show the deposit: {before.wallet}, {after.wallet}")

    again = redeem_gift.sync(client=client, body=gift, idempotency_key=str(uuid.uuid4()))
    if getattr(again, "message", None) != "TRUELINK_DUPLICATE":
        sys.exit(f"a link that is used up was answered: {again}")
    print(deposit.amount)


main(*sys.argv[1:])
