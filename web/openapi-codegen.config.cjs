/**
 * `npm run generate`: the client of the gateway's own OpenAPI document.
 *
 * Left out: GET spellings of commands (the portal posts) and routes that the portal does not use
 * or not as JSON over fetch.
 */
const LEFT_OUT =
  /ByGet$|WithPassword$|^(openSocket|getEnableChatWidget|withdrawAll|logOut|getSlipImage)$/;

/** @type {import('@rtk-query/codegen-openapi').ConfigFile} */
module.exports = {
  schemaFile: './openapi.json',
  apiFile: './src/api/api.ts',
  apiImport: 'walletApi',
  outputFile: './src/api/generated.ts',
  exportName: 'generatedApi',
  hooks: false,
  tag: false,
  encodePathParams: true,
  // The base query encodes query parts itself; doing it twice would break them.
  encodeQueryParams: false,
  filterEndpoints: (name) => !LEFT_OUT.test(name),
  // Lists are asked for by POST, because their filters are objects; they change nothing.
  endpointOverrides: [{ pattern: /^list(Statements|Slips)$/, type: 'query' }],
};
