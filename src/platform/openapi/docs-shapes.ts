import { html, type Html } from '../html/html.ts'
import { shapeName } from './shapes.ts'
import type { JsonSchema } from './types.ts'

export const shapeAnchor = (name: string): string => `shape-${name}`

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
