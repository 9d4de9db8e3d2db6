/**
 * `npm run generate`: the client of the gateway's own OpenAPI document.
 *
 * Left out: GET spellings of commands (the portal posts) and routes that the portal does not use
 * or not as JSON over fetch.
 */
const LEFT_OUT = new RegExp(
  [
    'ByGet$|WithPassword$',
    '^(openSocket|createSocketTicket|getEnableChatWidget|logOut|getSlipImage|notifyPayment)$',
    '^(checkMinimum|getCurrent)$',
    // Proofs are read by hand, field by field: proofApi.ts.
    '^(get|list)Proof\\w+$',
    // A file, not JSON: exportApi.ts.
    '^exportStatement$',
    '^(createGuest|getChat\\w+|listHistory|linkGuest|markRead|sendMessage|upload(Image|Video))$',
  ].join('|'),
);

/**
 * What only dialogs behind the log-in call has a file of its own: the first one is part of the
 * login page's download, and all that it holds with it. Also what the portal sends by itself.
 */
const BEHIND_DIALOGS = new RegExp(
  [
    'Qrcode$|Limits$|^(listClips|redeemGift|announceDeposit|exclude|createAccount|uploadSlip)$',
    '^((list|activate|clear|quote)Bonus(es)?|checkActive|getNotice|(find|activate|quote)Promotion|.*Refunds?)$',
    '^(list(Statements|Slips)|getStatementSummary|findSlipByReference|getSlipLookup)$',
    '^(validateAccount|(send|verify)Otp)$',
    '^((list|end)Sessions?|endOtherSessions|listNotices|sendPasswordCode|(reset|change)Password|setPin|sendPinCode|update\\w+)$',
    '^((transfer|withdraw)(All)?|openGame|activateSlot|getSlotAccount|resetSlotPassword)$',
  ].join('|'),
);

/** The wheel, inviting and banners, in a file of their own for the same reason. */
const WHEEL_AND_INVITES =
  /^(getSpin\w+|spinWheel|changeSeed|listSpins|\w+Coupons?|(get|list|collect)Invit\w+|list\w+Banners|listPublicNotices)$/;

/** The console's routes: players never load a line of them. */
const isSupport = (operation) => operation.path.startsWith('/api/support/');

const isUsed = (name, operation) => !LEFT_OUT.test(name) && !isSupport(operation);

/** Every call's device and position are headers that `transport/baseQuery.ts` sets. */
const parameterFilter = (name) => name !== 'X-Device-Id' && name !== 'after';

/** @type {import('@rtk-query/codegen-openapi').ConfigFile} */
module.exports = {
  schemaFile: './openapi.json',
  apiFile: './src/api/transport/api.ts',
  apiImport: 'walletApi',
  outputFiles: {
    './src/api/generated/generated.ts': {
      exportName: 'generatedApi',
      filterEndpoints: (name, operation) =>
        isUsed(name, operation) && !BEHIND_DIALOGS.test(name) && !WHEEL_AND_INVITES.test(name),
    },
    './src/api/generated/generatedWheel.ts': {
      exportName: 'generatedWheelApi',
      filterEndpoints: (name, operation) => isUsed(name, operation) && WHEEL_AND_INVITES.test(name),
    },
    './src/api/generated/generatedMoney.ts': {
      exportName: 'generatedMoneyApi',
      filterEndpoints: (name, operation) => isUsed(name, operation) && BEHIND_DIALOGS.test(name),
    },
    './src/support/api/generatedSupport.ts': {
      exportName: 'generatedSupportApi',
      apiFile: './src/support/api/supportApi.ts',
      apiImport: 'supportApi',
      filterEndpoints: (_name, operation) => isSupport(operation),
      flattenArg: false,
      endpointOverrides: [],
    },
  },
  hooks: false,
  tag: false,
  encodePathParams: true,
  // The base query encodes query parts itself; doing it twice would break them.
  encodeQueryParams: false,
  // What a route takes alone is the argument itself.
  flattenArg: true,
  endpointOverrides: [
    // Lists are asked for by POST, because their filters are objects; they change nothing.
    { pattern: /^list(Statements|Slips|Refunds|Invites)$/, type: 'query', parameterFilter },
    { pattern: /./, parameterFilter },
  ],
};
