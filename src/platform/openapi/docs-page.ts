import { journal } from '../../contract/journal.ts'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { paths } from '../../contract/rules/site/paths.ts'
import { html, type Html } from '../html/html.ts'
import {
  type Answer,
  type OpenApiDocument,
  type Operation,
  type Reference,
  shapeName,
  type JsonSchema,
} from './shapes.ts'

/** The API documentation as a page: the OpenAPI document in readable form. It runs no script. */
export function docsPage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Call => ({ method: method.toUpperCase(), path, operation })),
  )
  const nouns = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter(({ operation }) => operation.tags[0] === name),
  }))
  const { schemas, responses } = document.components
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${document.info.title}</title>
        <meta name="description" content="${document.info.description}" />
        <link rel="stylesheet" href="${API_PREFIX}/docs.css" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header>
          <p><a href="${paths.home}">${journal().name}</a></p>
        </header>
        <main id="main">
          <h1>${document.info.title}</h1>
          <p class="lead">${document.info.description}</p>
          ${introduction()}
          <nav aria-label="On this page">
            <ul>
              ${nouns.map(({ name }) => html`<li><a href="#${nounAnchor(name)}">${nounTitle(name)}</a></li>`)}
              <li><a href="#shapes">Shapes</a></li>
              <li><a href="#errors">Errors</a></li>
            </ul>
          </nav>
          ${nouns.map(({ name, calls: ofNoun }) => nounSection(name, ofNoun))}
          <section aria-labelledby="shapes">
            <h2 id="shapes">Shapes</h2>
            <p>What several answers hold. Further fields may be added to any of them.</p>
            ${Object.entries(schemas).map(
              ([name, schema]) =>
                html`<section class="call" aria-labelledby="${shapeAnchor(name)}">
                  <h3 id="${shapeAnchor(name)}">${name}</h3>
                  ${fieldsOf(schema)}
                </section>`,
            )}
          </section>
          ${errorSection(document.paths, responses)}
        </main>
      </body>
    </html> `
  return page.source
}

const introduction = (): Html => html`
  <ul class="points">
    <li>All paths below are on this site. Requests and responses are JSON, in UTF-8.</li>
    <li>
      Calls for people who are signed in carry the header <code>Authorization: Bearer …</code> with the
      <code>accessToken</code> of <a href="#session.login">signing in</a>. It is good for some minutes;
      <a href="#session.refresh">a new one</a> comes for the <code>refreshToken</code>.
    </li>
    <li>Fields that a call does not know are refused. Dates are ISO 8601, in UTC.</li>
    <li>
      Public answers carry an <code>ETag</code>: asked again with <code>If-None-Match</code>, nothing is sent twice.
    </li>
    <li>
      The same as an OpenAPI 3.1 document: <a href="${API_PREFIX}/openapi.json">openapi.json</a>. New articles also come
      as <a href="${paths.atomFeed}">an Atom feed</a>.
    </li>
  </ul>
`

function errorSection(allPaths: OpenApiDocument['paths'], responses: Record<string, Answer>): Html {
  const errors = new Map<string, Answer>()
  for (const operation of Object.values(allPaths).flatMap((operations) => Object.values(operations))) {
    for (const [status, answer] of Object.entries(operation.responses)) {
      if (isError(answer)) errors.set(status, responses[answer.$ref.split('/').at(-1)!]!)
    }
  }
  return html`
    <section aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      <p>
        Every error is an <a href="#${shapeAnchor('ErrorBody')}">ErrorBody</a> whose <code>message</code> may be shown
        to people.
      </p>
      <table role="table">
        <caption class="sr">
          Errors by status
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">Status</th>
            <th role="columnheader" scope="col">When</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${[...errors]
            .sort(([a], [b]) => Number(a) - Number(b))
            .map(
              ([status, { description, headers = {} }]) =>
                html`<tr role="row" id="error-${status}">
                  <td role="cell"><code>${status}</code></td>
                  <td role="cell">
                    ${description}${Object.entries(headers).map(([name, header]) => html` <code>${name}</code>: ${header.description}`)}
                  </td>
                </tr>`,
            )}
        </tbody>
      </table>
    </section>
  `
}

interface Call {
  method: string
  path: string
  operation: Operation
}

/** 'editorialMembers' → 'Editorial members' */
const nounTitle = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
const nounAnchor = (name: string): string => `calls-${name}`

/** The endpoints of a noun: a table of all of them, then each with its input and answers. */
const nounSection = (name: string, calls: Call[]): Html => html`
  <section aria-labelledby="${nounAnchor(name)}">
    <h2 id="${nounAnchor(name)}">${nounTitle(name)}</h2>
    <table role="table">
      <caption class="sr">
        Calls: ${nounTitle(name)}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Call</th>
          <th role="columnheader" scope="col">What it does</th>
          <th role="columnheader" scope="col">Who may call</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${calls.map(
          (call) =>
            html`<tr role="row">
              <td role="cell"><a href="#${call.operation.operationId}">${address(call)}</a></td>
              <td role="cell">${call.operation.summary}</td>
              <td role="cell">${call.operation.description}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${calls.map(callSection)}
  </section>
`

/** Allows line breaks after the slashes of a path. */
const address = ({ method, path }: Call): Html =>
  html`<code
    ><b>${method}</b> ${path.split('/').map((part, index) => html`${index > 0 && html`/<wbr />`}${part}`)}</code
  >`

function callSection(call: Call): Html {
  const { operation } = call
  const answers = Object.entries(operation.responses)
  const body = operation.requestBody?.content['application/json'].schema
  return html`<section class="call" aria-labelledby="${operation.operationId}">
    <h3 id="${operation.operationId}">${address(call)}</h3>
    <p>${operation.summary}. <span class="note">${operation.description}</span></p>
    ${
      operation.parameters &&
      html`<h4>Parameters</h4>
        <ul class="fields">
          ${operation.parameters.map(
            (parameter) =>
              html`<li>
                <code>${parameter.name}</code>
                <span class="note">in the ${parameter.in}${!parameter.required && ', optional'}</span>:
                ${describeShape(parameter.schema)}.${parameter.description && html` ${parameter.description}`}
              </li>`,
          )}
        </ul>`
    }
    ${
      body &&
      html`<h4>Body</h4>
        ${fieldsOf(body)}`
    }
    ${answers.flatMap(([status, answer]) => (isError(answer) ? [] : [answerPart(status, answer)]))}
    <p class="note">
      Errors:
      ${answers
        .filter(([, answer]) => isError(answer))
        .map(([status], index) => html`${index > 0 && ', '}<a href="#error-${status}">${status}</a>`)}
    </p>
  </section>`
}

const answerPart = (status: string, { content }: Answer): Html => html`
  <h4>Answer <code>${status}</code></h4>
  ${content && html`<div class="shape">${describeShape(content['application/json'].schema)}</div>`}
`

const isError = (answer: Answer | Reference): answer is Reference => '$ref' in answer

const shapeAnchor = (name: string): string => `shape-${name}`

/** A schema in words, 'text, at most 30 characters', with its fields, if any, as a list below. */
export function describeShape(schema: JsonSchema): Html {
  return html`${inWords(schema)}${fieldsOf(schema)}`
}

/** The fields of an object, or of a list's items; none for everything else. */
export function fieldsOf(schema: JsonSchema): Html {
  const object = schema.items ?? notNull(schema)
  if (schema.items && !object.properties) return fieldsOf(object)
  const fields = Object.entries(object.properties ?? {})
  if (!fields.length) return html``
  return html`<ul class="fields">
    ${fields.map(
      ([name, field]) =>
        html`<li>
          <code>${name}</code>${!object.required?.includes(name) && html` <span class="note">optional</span>`}:
          ${describeShape(field)}${field.description && html` <span class="note">${plain(field.description)}</span>`}
        </li>`,
    )}
  </ul>`
}

/** Descriptions are Markdown, of which only code spans are used. */
const plain = (markdown: string): string => markdown.replaceAll('`', '')

/** One line: the type of the value, and its rules. */
function inWords(schema: JsonSchema): Html {
  if (schema.$ref) {
    const name = shapeName(schema.$ref)
    return html`<a href="#${shapeAnchor(name)}">${name}</a>`
  }
  if (schema.anyOf) return joined(schema.anyOf.map(inWords), ' or ')
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum)
    return html`one of
    ${joined(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      ', ',
    )}`
  if (schema.items) return html`list of ${schema.items.properties ? 'objects' : inWords(schema.items)}`
  const types = [schema.type ?? 'anything'].flat()
  const kinds = types.map((type) => (type === 'string' && schema.format ? FORMATS[schema.format] : KINDS[type]) ?? type)
  return html`${kinds.join(' or ')}${rules(schema)}`
}

const KINDS: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'null',
}

const FORMATS: Record<string, string> = {
  'date-time': 'date and time',
  date: 'date',
  email: 'email address',
  uri: 'address',
}

function rules(schema: JsonSchema): Html {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema
  const words: (Html | string)[] = []
  if (minLength === 1) words.push('not empty')
  else if (minLength) words.push(`at least ${minLength} characters`)
  if (maxLength === 0) words.push('always empty')
  else if (maxLength) words.push(`at most ${maxLength} characters`)
  if (minimum !== undefined) words.push(`from ${minimum}`)
  if (maximum !== undefined) words.push(`up to ${maximum}`)
  if (minItems) words.push(`at least ${minItems} entries`)
  if (maxItems) words.push(`at most ${maxItems} entries`)
  if (schema.pattern) words.push(html`like <code>${schema.pattern}</code>`)
  if (typeof schema.additionalProperties === 'object')
    words.push(html`of any name: ${inWords(schema.additionalProperties)}`)
  if (schema.default !== undefined) words.push(html`<code>${JSON.stringify(schema.default)}</code> when absent`)
  return html`${words.map((word) => html`, ${word}`)}`
}

/** 'X or null' has the fields of X. */
const notNull = (schema: JsonSchema): JsonSchema => schema.anyOf?.find((each) => each.properties) ?? schema

const joined = (parts: Html[], separator: string): Html =>
  html`${parts.map((part, index) => html`${index ? separator : ''}${part}`)}`
