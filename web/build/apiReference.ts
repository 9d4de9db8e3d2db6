/**
 * Writes `api.html` from `openapi.json`: the reference of the API, which the gateway serves as
 * `/api/docs`. It is one file without a script, so it works offline and under any policy; a browser
 * opens details when a link leads into them.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  example?: unknown;
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

type Content = Record<string, { schema?: Schema }>;

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface Answer {
  $ref?: string;
  description?: string;
  content?: Content;
  headers?: Record<string, unknown>;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary?: string;
  description?: string;
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Answer>;
  security?: Record<string, unknown>[];
}

export interface ApiDocument {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Answer>;
    securitySchemes: Record<string, { description?: string; name?: string }>;
  };
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const code = (text: string) => `<code>${escaped(text)}</code>`;

/** A text with words in backticks. */
const words = (text: string) => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** The same in paragraphs. */
function prose(text: string | undefined): string {
  const paragraphs = text?.split('\n\n') ?? [];
  return paragraphs.map((paragraph) => `<p>${words(paragraph)}</p>`).join('');
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

const schemaLink = (name: string) => `<a href="#schema-${name}">${name}</a>`;

/** A schema's type in a few words, with links to the named ones. */
function typeOf(schema: Schema | undefined): string {
  if (!schema) return 'anything';
  if (schema.$ref) return schemaLink(nameOf(schema.$ref));
  const forms = schema.oneOf ?? schema.anyOf;
  if (forms) return forms.map(typeOf).join(' or ');
  if (schema.allOf) return schema.allOf.map(typeOf).join(' with ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(' ');
  const kind = [schema.type ?? 'anything'].flat().join(' or ');
  return schema.format ? `${kind} (${escaped(schema.format)})` : kind;
}

/** What else a value has to be. */
function bounds(schema: Schema): string {
  const all: [string, unknown][] = [
    ['pattern', schema.pattern],
    ['from', schema.minimum],
    ['to', schema.maximum],
    ['characters from', schema.minLength],
    ['characters to', schema.maxLength],
    ['default', schema.default === '' ? undefined : schema.default],
    ['for example', schema.example],
  ];
  const given = all.filter(([, value]) => value !== undefined && value !== null);
  return given
    .map(
      ([name, value]) =>
        `${name} ${code(typeof value === 'string' ? value : JSON.stringify(value))}`,
    )
    .join(', ');
}

interface Field {
  name: string;
  place?: string;
  isRequired: boolean;
  description?: string;
  schema?: Schema;
}

function fieldRow({ name, place, isRequired, description, schema }: Field): string {
  const more = schema ? bounds(schema) : '';
  const text = prose(description ?? schema?.description) + (more && `<p class="more">${more}</p>`);
  const need = `${place ? `${place}, ` : ''}${isRequired ? 'required' : 'optional'}`;
  return `<dt>${code(name)} <span class="type">${typeOf(schema)}</span> <small>${need}</small></dt><dd>${text}</dd>`;
}

function fields(schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fieldRow({ name, isRequired: schema.required?.includes(name) ?? false, schema: property }),
  );
  return rows.length > 0 ? `<dl>${rows.join('')}</dl>` : '';
}

function body(content: Content): string {
  const kinds = Object.entries(content);
  return kinds.map(([kind, { schema }]) => `${code(kind)} ${typeOf(schema)}`).join('<br>');
}

class Reference {
  constructor(private readonly document: ApiDocument) {}

  page(): string {
    const { info, tags, components } = this.document;
    const groups = tags.map((tag) => this.group(tag));
    const schemas = Object.entries(components.schemas);
    const toc = [...tags.map((tag) => tag.name), 'schemas'];
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escaped(info.title)}: the API</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escaped(info.title)}: the API</h1>
<p>Version ${escaped(info.version)}; as a document for programs: <a href="/api/openapi.json">openapi.json</a></p>
${prose(info.description)}
<nav aria-label="Groups">${toc.map((name) => `<a href="#${name}">${name}</a>`).join(' ')}</nav></header>
<main>
${this.security()}
${groups.join('\n')}
<section id="schemas"><h2>schemas</h2>
${schemas.map(([name, schema]) => this.schema(name, schema)).join('\n')}
</section>
</main>
</body>
</html>
`;
  }

  private security(): string {
    const schemes = Object.entries(this.document.components.securitySchemes);
    const rows = schemes.map(([name, { description, name: header }]) => {
      return `<dt>${code(name)} <span class="type">${escaped(header ?? 'Authorization')}</span></dt><dd>${prose(description)}</dd>`;
    });
    return `<section id="security"><h2>Who calls</h2><dl>${rows.join('')}</dl></section>`;
  }

  private group({ name, description }: { name: string; description: string }): string {
    const operations = Object.entries(this.document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => this.operation(method, path, operation)),
    );
    return `<section id="${name}"><h2>${name}</h2>${prose(description)}${operations.join('\n')}</section>`;
  }

  private operation(method: string, path: string, operation: Operation): string {
    const parameters = (operation.parameters ?? []).map((parameter) => {
      const { parameters } = this.document.components;
      const found = parameter.$ref ? parameters[nameOf(parameter.$ref)] : parameter;
      if (!found) throw new Error(`${parameter.$ref} is not in the document`);
      return fieldRow({ ...found, place: found.in, isRequired: found.required ?? false });
    });
    const schemes = (operation.security ?? []).map((one) =>
      Object.keys(one).map(code).join(' with '),
    );
    const request = operation.requestBody;
    const answers = Object.entries(operation.responses).map(([status, answer]) =>
      this.answer(status, answer),
    );
    return `<details${operation.deprecated ? ' class="old"' : ''}>
<summary><b class="${method}">${method.toUpperCase()}</b> ${code(path)} <span>${words(operation.summary ?? '')}</span></summary>
<div id="${operation.operationId}">${prose(operation.description)}
<p>Called by: ${schemes.join(', or ') || 'anybody'}. <a href="#${operation.operationId}">${operation.operationId}</a></p>
${parameters.length > 0 ? `<h3>Parameters</h3><dl>${parameters.join('')}</dl>` : ''}
${request ? `<h3>Request</h3><p>${body(request.content)}</p>` : ''}
<h3>Answers</h3><dl>${answers.join('')}</dl></div>
</details>`;
  }

  private answer(status: string, answer: Answer): string {
    const { responses } = this.document.components;
    const found = answer.$ref ? responses[nameOf(answer.$ref)] : answer;
    const isSuccess = /^[12]/.test(status);
    const content = isSuccess && found?.content ? `<p>${body(found.content)}</p>` : '';
    return `<dt>${code(status)}</dt><dd>${prose(found?.description)}${content}</dd>`;
  }

  private schema(name: string, schema: Schema): string {
    const forms = schema.oneOf ?? schema.anyOf ?? schema.allOf;
    const inner = forms
      ? forms.map((form) => (form.properties ? fields(form) : `<p>${typeOf(form)}</p>`)).join('')
      : fields(schema) || `<p>${typeOf(schema)}</p>`;
    return `<details><summary>${code(name)}</summary><div id="schema-${name}">${prose(schema.description)}${inner}</div></details>`;
  }
}

const STYLE = `
:root{font:16px/1.5 system-ui,sans-serif}
body{margin:0 auto;max-width:60rem;padding:1rem}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
nav a{padding:.25rem 0}
h2{margin:2rem 0 .5rem}
h3{margin:1rem 0 .25rem;font-size:1rem}
p{margin:.25rem 0}
details{border-top:1px solid #8886;padding:.5rem 0}
summary{cursor:pointer;overflow-wrap:anywhere}
summary span{display:block}
dl{margin:0}
dd{margin:0 0 .5rem 1rem}
dt,dd{overflow-wrap:anywhere}
small,.more,.old summary span{opacity:.75}
.old summary code{text-decoration:line-through}
div:target{outline:2px solid;outline-offset:4px}
b{display:inline-block;min-width:4rem}
`;

/** The reference as one page. */
export const referenceOf = (document: ApiDocument): string => new Reference(document).page();

export function apiReference(): Plugin {
  return {
    name: 'wallet-api-reference',
    apply: 'build',
    generateBundle() {
      const path = resolve(import.meta.dirname, '../openapi.json');
      const document: ApiDocument = JSON.parse(readFileSync(path, 'utf8'));
      this.emitFile({ type: 'asset', fileName: 'api.html', source: referenceOf(document) });
    },
  };
}
