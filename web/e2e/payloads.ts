/** What people write who want a page to run something: 150 texts of every known manner. */

const HIT = 'window.__hit=1';

const TAGS = [
  `<script>${HIT}</script>`,
  `<ScRiPt>${HIT}</sCrIpT>`,
  `<script src="data:text/javascript,${HIT}"></script>`,
  `<script src=//127.0.0.1:1/x.js></script>`,
  `"><script>${HIT}</script>`,
  `'><script>${HIT}</script>`,
  `</textarea><script>${HIT}</script>`,
  `</title><script>${HIT}</script>`,
  `</style><script>${HIT}</script>`,
  `<!--><script>${HIT}</script>-->`,
  `<![CDATA[<script>${HIT}</script>]]>`,
  `<scr<script>ipt>${HIT}</scr</script>ipt>`,
  `<noscript><p title="</noscript><img src=x onerror=${HIT}>">`,
  `<template><script>${HIT}</script></template>`,
  `<svg><script>${HIT}</script></svg>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${HIT}>`,
  `<base href="javascript:/a/-${HIT}//">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${HIT}">`,
  `<link rel="stylesheet" href="javascript:${HIT}">`,
  `<style>@import "javascript:${HIT}";</style>`,
  `<object data="javascript:${HIT}"></object>`,
  `<embed src="javascript:${HIT}">`,
  `<iframe src="javascript:${HIT}"></iframe>`,
  `<iframe srcdoc="<script>parent.__hit=1</script>"></iframe>`,
  `<form action="javascript:${HIT}"><button>go</button></form>`,
  `<isindex action="javascript:${HIT}" type=submit>`,
  `<button formaction="javascript:${HIT}">go</button>`,
  `<a href="javascript:${HIT}">go</a>`,
  `<a href="&#106;avascript:${HIT}">go</a>`,
  `<a xlink:href="javascript:${HIT}">go</a>`,
];

const HANDLERS = [
  'onload',
  'onerror',
  'onclick',
  'onfocus',
  'onblur',
  'onmouseover',
  'onpointerenter',
  'onanimationstart',
  'ontransitionend',
  'ontoggle',
];
const CARRIERS = ['img src=x', 'svg', 'body', 'details open', 'input autofocus', 'video'];

const SCHEMES = [
  'javascript:',
  'JaVaScRiPt:',
  'java\tscript:',
  'java\nscript:',
  ' javascript:',
  '\u0001javascript:',
  'javascript&colon;',
  'javascript%3A',
  'vbscript:',
  'livescript:',
  'data:text/html,',
  'data:text/html;base64,',
  'data:image/svg+xml,',
  'blob:',
  'file:///',
  'filesystem:',
  'view-source:javascript:',
  'jar:javascript:',
  'feed:javascript:',
  'about:blank#',
];

const WORDS = [
  `\${${HIT}}`,
  `{{constructor.constructor('${HIT}')()}}`,
  `#{${HIT}}`,
  `<%= ${HIT} %>`,
  `[[\${${HIT}}]]`,
  `\`-(${HIT})-\``,
  `';${HIT};//`,
  `";${HIT};//`,
  `\\";${HIT};//`,
  `</script><script>${HIT}</script>`,
  `\u2028${HIT}\u2029`,
  `\u202e<script>${HIT}</script>`,
  `＜script＞${HIT}＜/script＞`,
  `<script\u0000>${HIT}</script>`,
  `+ADw-script+AD4-${HIT}+ADw-/script+AD4-`,
  `%3Cscript%3E${HIT}%3C/script%3E`,
  `&lt;script&gt;${HIT}&lt;/script&gt;`,
  `&#60;script&#62;${HIT}&#60;/script&#62;`,
  `{"__proto__":{"innerHTML":"<img src=x onerror=${HIT}>"}}`,
  `[link](javascript:${HIT})`,
  `![x](x"onerror="${HIT})`,
  `<https://a.test/"onclick="${HIT}>`,
  'constructor',
  '__proto__',
  'toString',
  `x" onmouseover="${HIT}`,
  `x' onfocus='${HIT}' autofocus='`,
  `/"><img src=x onerror=${HIT}>`,
  `//evil.test/"><script>${HIT}</script>`,
  `/\\evil.test/x.png`,
  `/..;/x.svg#<script>${HIT}</script>`,
  `tel:0812345678";${HIT};"`,
  `0812345678;javascript:${HIT}`,
  `+66\u00a0javascript:${HIT}`,
  `sms:0812345678?body=${HIT}`,
  `intent://x#Intent;S.browser_fallback_url=javascript:${HIT};end`,
  `<math href="javascript:${HIT}">CLICK`,
  `<xss style="x:expression(${HIT})">`,
  `<div style="background:url(javascript:${HIT})">`,
  `<img srcset="javascript:${HIT} 1x">`,
];

export const XSS_PAYLOADS: readonly string[] = [
  ...TAGS,
  ...CARRIERS.flatMap((tag) => HANDLERS.map((name) => `<${tag} ${name}=${HIT}>`)),
  ...SCHEMES.map((scheme) => `${scheme}${HIT}`),
  ...WORDS,
];

/** One message of each kind, with the text in every place that takes one. */
export function messagesWith(text: string): { message_type: string; payload: unknown }[] {
  const buttons = ['web', 'call', 'postback', 'other', text].map((type) => {
    return { title: text, type, payload: text };
  });
  const filePath = '/api/chat/file/0a1b2c3d-0000-4000-8000-000000000001';
  return [
    { message_type: 'text', payload: { message: text } },
    { message_type: 'buttons', payload: { message: text, buttons } },
    { message_type: 'media', payload: { message: text, fileType: text, filePath, name: text } },
    { message_type: 'media', payload: { message: text, fileType: 'image', filePath: text } },
    { message_type: 'media', payload: { fileType: 'image', filePath: `${filePath}${text}` } },
    {
      message_type: 'quick_replies',
      payload: {
        message: text,
        quick_replies: [{ title: text, payload: text, image_url: text }],
      },
    },
    {
      message_type: 'generic',
      payload: [{ image_url: text, title: text, subtitle: text, buttons }],
    },
    { message_type: 'postback', payload: { title: text, payload: text, message: text } },
    { message_type: 'unknown', payload: text },
    { message_type: text, payload: { message: text } },
  ];
}
