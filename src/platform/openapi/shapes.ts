import { z } from 'zod'
import * as articles from '../../contract/api/articles.ts'
import * as categories from '../../contract/api/categories.ts'
import * as editorialMembers from '../../contract/api/editorial-members.ts'
import * as errors from '../../contract/api/errors.ts'
import * as pages from '../../contract/api/pages.ts'
import * as paging from '../../contract/api/paging.ts'
import * as session from '../../contract/api/session.ts'
import * as users from '../../contract/api/users.ts'
import * as volumes from '../../contract/api/volumes.ts'

/** Schemas that the contract exports by name are named in the document; all others are inlined. */
const named = z.registry<{ id: string }>()
for (const module of [articles, categories, editorialMembers, errors, pages, paging, session, users, volumes]) {
  for (const [id, schema] of Object.entries(module)) {
    if (schema instanceof z.ZodObject) named.add(schema, { id })
  }
}

const SHAPES = '#/components/schemas/'

/** An output as JSON Schema. The named schemas it uses are added to `shapes`. */
export function outputShape(schema: z.ZodType, shapes: Record<string, JsonSchema>): JsonSchema {
  const { $defs = {}, ...shape } = withoutDialect(
    z.toJSONSchema(schema, { io: 'output', metadata: named, unrepresentable: 'any', override: tidyOutput }),
  )
  for (const [name, definition] of Object.entries($defs)) shapes[name] = refsToShapes(definition)
  return refsToShapes(shape)
}

/** An input, field by field, as JSON Schema. */
export function inputFields(schema: z.ZodObject): { name: string; required: boolean; schema: JsonSchema }[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const shape = withoutDialect(
      z.toJSONSchema(field, { io: 'input', unrepresentable: 'any', override: tidyInput }),
    ) as JsonSchema
    // Read from the field itself: a default behind a transformation is not in its JSON Schema.
    const missing = z.safeParse(field, undefined)
    if (missing.success && missing.data !== undefined) shape.default = missing.data
    return { name, required: !missing.success, schema: shape }
  })
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

const tidyOutput: Override = ({ zodSchema, jsonSchema }) => {
  // Schema names replace the registry in which descriptions are stored.
  const description = z.globalRegistry.get(zodSchema)?.description
  if (description) jsonSchema.description = description
  tidy(jsonSchema as JsonSchema)
  // Later versions may return more fields; strict clients would break.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

const tidyInput: Override = ({ zodSchema, jsonSchema }) => {
  if (zodSchema._zod.def.type === 'pipe') Object.assign(jsonSchema, textRules(zodSchema))
  tidy(jsonSchema as JsonSchema)
}

/** Rules that are implied by the format or the number type. */
function tidy(schema: JsonSchema): void {
  if (schema.format && schema.pattern) delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}

/** Texts are trimmed first and then checked: the rules of all stages, merged into one for JSON Schema. */
function textRules(schema: z.core.$ZodType): JsonSchema {
  if (schema instanceof z.ZodPipe) return { ...textRules(schema.def.in), ...textRules(schema.def.out) }
  if (schema._zod.def.type !== 'string') return {}
  const { minLength, maxLength, pattern, format } = z.toJSONSchema(schema) as JsonSchema
  return JSON.parse(JSON.stringify({ minLength: minLength || undefined, maxLength, pattern, format })) as JsonSchema
}

const withoutDialect = (schema: object): JsonSchema & { $defs?: Record<string, JsonSchema> } => {
  const { $schema: _dialect, ...rest } = JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
  return rest
}

const refsToShapes = <T extends JsonSchema>(schema: T): T =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', SHAPES) : value,
  ) as T

/** The name of a referenced schema. */
export const shapeName = (reference: string): string => reference.slice(SHAPES.length)

/** The subset of JSON Schema (2020-12) used by the contract's schemas. */
export interface JsonSchema {
  $ref?: string
  description?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

export interface Reference {
  $ref: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}

interface Content {
  'application/json': { schema: JsonSchema }
}

export interface Answer {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Content
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  /** Who may call, as a sentence. */
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Answer | Reference>
}

/** The subset of OpenAPI 3.1 used by this journal's API. */
export interface OpenApiDocument {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    description: string
    contact: { name: string; email: string }
    license: { name: string; url: string }
  }
  servers: { url: string; description: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Answer>
    securitySchemes: Record<string, { type: string; scheme: string; description: string }>
  }
}
