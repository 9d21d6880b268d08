import { journal } from '../../contract/journal.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { ErrorBody } from '../../contract/api/errors.ts'
import { ACCESS, type Access } from '../../contract/rules/accounts/access.ts'
import { AUTHOR_SCHEME } from '../../contract/rules/peer-review/author-link.ts'
import { REVIEW_SCHEME } from '../../contract/rules/peer-review/review-link.ts'
import { API_PREFIX } from '../../contract/rules/site/path-roots.ts'
import { inputTravelsInQuery, pathNames } from '../../contract/rules/site/paths.ts'
import { MAX_LIMIT } from '../../contract/rules/site/page-numbers.ts'
import { inputFields, outputShape } from './shapes.ts'
import type { Answer, JsonSchema, OpenApiDocument, Operation, Parameter } from './shapes.ts'

/** How each credential of `securitySchemes` is sent. */
const SECURITY: Record<(typeof ACCESS)[Access]['credential'], Operation['security']> = {
  none: [],
  session: [{ bearer: [] }],
  'review link': [{ reviewLink: [] }],
  'author link': [{ authorLink: [] }],
  'notice link': [{ noticeLink: [] }],
  'report link': [{ reportLink: [] }],
  'follow link': [{ followLink: [] }],
}

const securityOf = (access: Access): Operation['security'] => {
  const { credential, required } = ACCESS[access]
  return required || credential === 'none' ? SECURITY[credential] : [{}, ...SECURITY[credential]]
}

/** Descriptions of names that many calls share. */
const PARAMETERS: Record<string, string> = {
  id: 'The id, as lists give it.',
  page: 'Which page of the list; the first is 1. A page beyond the end is empty.',
  limit: `Entries on a page. More than ${MAX_LIMIT} counts as ${MAX_LIMIT}.`,
}

/** The calls of an API by noun and verb. */
export type ApiTable = Record<string, Record<string, Endpoint>>

/** An API as an OpenAPI 3.1 document, generated from the contract alone. */
export function openApiDocument(table: ApiTable): OpenApiDocument {
  const shapes: Record<string, JsonSchema> = {}
  const error = outputShape(ErrorBody, shapes)
  const paths: OpenApiDocument['paths'] = {}
  for (const [noun, verbs] of Object.entries(table)) {
    for (const [verb, endpoint] of Object.entries(verbs)) {
      const path = (paths[API_PREFIX + endpoint.path] ??= {})
      const described = operation(noun, endpoint, shapes)
      path[endpoint.method.toLowerCase()] = { operationId: `${noun}.${verb}`, ...described }
      for (const method of endpoint.also ?? []) {
        path[method.toLowerCase()] = { operationId: `${noun}.${verb}.${method.toLowerCase()}`, ...described }
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `API of the ${journal().name}`,
      version: packageJson.version,
      description: `What the pages of the ${journal().abbreviation} read and write, for other programs. Published articles may be read by anyone without asking.`,
      contact: { name: journal().name, email: journal().contact.supportEmail },
      license: { name: journal().licence.name, url: journal().licence.url },
    },
    servers: [{ url: '/', description: 'This site' }],
    tags: Object.keys(table).map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(shapes).sort(([a], [b]) => a.localeCompare(b, 'en'))),
      responses: errorAnswers(error),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `accessToken` that /auth/login, /auth/register or /auth/refresh answered with.',
        },
        reviewLink: {
          type: 'http',
          scheme: REVIEW_SCHEME.toLowerCase(),
          description: 'The part after `#` of the link in an email to a reviewer.',
        },
        authorLink: {
          type: 'http',
          scheme: AUTHOR_SCHEME.toLowerCase(),
          description: 'The part after `#` of the link in an email to someone who is named as an author.',
        },
        noticeLink: {
          type: 'http',
          scheme: AUTHOR_SCHEME.toLowerCase(),
          description: 'The part after `#` of the link in an email that asks an author about a notice.',
        },
        reportLink: {
          type: 'http',
          scheme: AUTHOR_SCHEME.toLowerCase(),
          description: 'The part after `#` of the link in an email to someone who has reported a problem.',
        },
        followLink: {
          type: 'http',
          scheme: AUTHOR_SCHEME.toLowerCase(),
          description: 'The part after `#` of the link in an email to someone who follows an article or the journal.',
        },
      },
    },
  }
}

function operation(
  noun: string,
  endpoint: Endpoint,
  shapes: Record<string, JsonSchema>,
): Omit<Operation, 'operationId'> {
  const fields = inputFields(endpoint.input)
  const inPath = pathNames(endpoint.path)
  const inQuery = inputTravelsInQuery(endpoint.method)
  const parameters = fields.flatMap(({ name, required, schema }): Parameter[] => {
    const place = inPath.includes(name) ? 'path' : inQuery ? 'query' : undefined
    if (!place) return []
    const description = PARAMETERS[name]
    return [
      { name, in: place, required: place === 'path' || required, ...(description ? { description } : {}), schema },
    ]
  })
  const bodyFields = fields.filter(({ name }) => !inQuery && !inPath.includes(name))
  return {
    tags: [noun],
    summary: endpoint.summary,
    description: ACCESS[endpoint.access].description,
    security: securityOf(endpoint.access),
    ...(parameters.length ? { parameters } : {}),
    ...(bodyFields.length ? { requestBody: { required: true, content: json(bodyShape(bodyFields)) } } : {}),
    responses: {
      [endpoint.created ? '201' : '200']: {
        description: endpoint.created ? 'What was created.' : 'The answer.',
        content: json(outputShape(endpoint.output, shapes)),
      },
      ...Object.fromEntries(
        errorsOf(endpoint).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
      ),
    },
  }
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

const bodyShape = (fields: ReturnType<typeof inputFields>): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
  required: fields.filter(({ required }) => required).map(({ name }) => name),
  additionalProperties: false,
})

/** Every possible error of a call, by status; `used` determines which calls can have it. */
const ERRORS: Record<
  string,
  { name: string; description: string; retryAfter?: true; used: (call: Endpoint) => boolean }
> = {
  400: {
    name: 'Invalid',
    description: 'The input is invalid; `errors` has a message for each field.',
    used: () => true,
  },
  401: {
    name: 'NotSignedIn',
    description: 'The token, or what should open a session, is missing, wrong or too old.',
    used: (call) => takesCredential(call) || writes(call),
  },
  403: {
    name: 'NotAllowed',
    description: 'The caller is known, but may not do this.',
    used: (call) => ACCESS[call.access].role !== null || (ACCESS[call.access].required && writes(call)),
  },
  404: {
    name: 'NotThere',
    description: 'It does not exist, or the caller must not know of it.',
    used: (call) => pathNames(call.path).length > 0,
  },
  408: { name: 'TooSlow', description: 'What was sent did not arrive in time.', used: hasBody },
  409: {
    name: 'Conflict',
    description: 'It exists already, is in use, or is in a state that does not allow this.',
    used: (call) => writes(call) && (call.created === true || takesCredential(call)),
  },
  410: {
    name: 'Gone',
    description: 'The article was public and has been deleted; the answer is its tombstone, with the reason.',
    used: (call) => call.gone === true,
  },
  413: { name: 'TooLarge', description: 'More was sent than is accepted.', used: hasBody },
  415: { name: 'TypeNotAllowed', description: 'What was sent is of a type that is not accepted.', used: hasBody },
  429: { name: 'TooMany', description: 'Too many calls in a short time.', retryAfter: true, used: () => true },
  500: { name: 'Failed', description: 'The journal failed; it has been noted.', used: () => true },
  503: {
    name: 'Away',
    description: 'The journal cannot do this right now: its database is away, for example.',
    retryAfter: true,
    used: () => true,
  },
  507: { name: 'NoRoom', description: 'The disk is full. Nothing was saved.', used: writes },
}

function takesCredential(call: Endpoint): boolean {
  return ACCESS[call.access].credential !== 'none'
}

function hasBody(call: Endpoint): boolean {
  return !inputTravelsInQuery(call.method)
}

function writes(call: Endpoint): boolean {
  return call.method !== 'GET'
}

/** The error responses of all calls, by name. */
const errorAnswers = (body: JsonSchema): Record<string, Answer> =>
  Object.fromEntries(
    Object.values(ERRORS).map(({ name, description, retryAfter }) => [
      name,
      {
        description,
        ...(retryAfter
          ? {
              headers: {
                'Retry-After': { description: 'Seconds until another try makes sense.', schema: { type: 'integer' } },
              },
            }
          : {}),
        content: { 'application/json': { schema: body } },
      },
    ]),
  )

/** The error responses of one call, by status. */
const errorsOf = (call: Endpoint): [status: string, name: string][] =>
  Object.entries(ERRORS).flatMap(([status, { name, used }]) => (used(call) ? [[status, name] as [string, string]] : []))
