import { ACCESS } from '../../contract/rules/accounts/access.ts'
import { inputTravelsInQuery, pathNames, type Endpoint } from '../../contract/api/endpoint.ts'
import type { Answer, JsonSchema } from './types.ts'

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
  507: { name: 'NoRoom', description: 'There is no room left to store this. Nothing was changed.', used: writes },
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
export const errorAnswers = (body: JsonSchema): Record<string, Answer> =>
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
export const errorsOf = (call: Endpoint): [status: string, name: string][] =>
  Object.entries(ERRORS).flatMap(([status, { name, used }]) => (used(call) ? [[status, name] as [string, string]] : []))
