import { z } from 'zod'
import type { Access } from '../rules/accounts/access.ts'
import type { HourlyKind } from '../rules/accounts/hourly.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One endpoint of the API. `input` is one flat object: names that appear in `path` as `{name}` are sent in
 * the path, the rest in the query (GET, DELETE) or the JSON body (POST, PUT, PATCH).
 */
export interface Endpoint {
  readonly method: Method
  /** Further methods that are accepted, where clients may send either. */
  readonly also?: readonly Method[]
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  /** 201 if the call creates something; 200 by default. */
  readonly created?: true
  /** Answers 410 with a tombstone for an article that was public and has been deleted. */
  readonly gone?: true
  /** The rate limit that applies; by default `reading` or `writing`, according to the method. */
  readonly rate?: 'reading' | 'searching' | 'signing in' | 'signing up' | 'uploading' | 'saving'
  /** What one person or link may do only so often within an hour. What it is about is named by the first `{name}` of the path. */
  readonly hourly?: HourlyKind
  /** False: there are as many answers as queries, so that none is cached. */
  readonly isCached?: false
  /** False for a POST that changes nothing: no work is begun after it. */
  readonly writes?: false
  /** The multipart field of the file; such a call is sent as multipart, not JSON. */
  readonly upload?: string
  /** The longest text in the input: short fields by default, paragraphs, reports, or rich text with pictures. */
  readonly text?: 'long' | 'report' | 'rich'
  /** Older clients send a multipart form; JSON is accepted as well. */
  readonly form?: true
  readonly input: z.ZodObject
  readonly output: z.ZodType
}

/** The maximum size of a JSON body in bytes, by the longest text in it. */
export const BODY_BYTES_MAX = { short: 8 * 1024, long: 32 * 1024, report: 512 * 1024, rich: 2 * 1024 * 1024 } as const

export const bodyBytesMax = ({ text }: Endpoint): number => BODY_BYTES_MAX[text ?? 'short']

const NO_INPUT = z.strictObject({})
type Declaration = Omit<Endpoint, 'method' | 'path' | 'input'> & { readonly input?: z.ZodObject }
type Declared<M, P, E> = { readonly method: M; readonly path: P } & (E extends { input: z.ZodObject }
  ? E
  : E & { readonly input: typeof NO_INPUT })

/** Declares an endpoint, preserving its exact types for clients and handlers. Without an `input` it takes none. */
export function endpoint<M extends Method, P extends Endpoint['path'], const E extends Declaration>(
  route: `${M} ${P}`,
  declaration: E,
): Declared<M, P, E> {
  const [method, path] = route.split(' ')
  return { method, path, input: NO_INPUT, ...declaration } as unknown as Declared<M, P, E>
}

/** What a caller passes, before defaults are applied. */
export type InputOf<E extends Endpoint> = z.input<E['input']> &
  (E extends { upload: string } ? { readonly [Field in E['upload']]: Blob } : unknown)
/** What a handler receives: validated, with defaults applied. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
/** What a handler returns. It may contain more fields than the answer; the output schema strips them. */
export type ResultOf<E extends Endpoint> = z.input<E['output']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>

export type EndpointTable = { readonly [noun: string]: { readonly [verb: string]: Endpoint } }

/** The whole API as functions: called in-process on the server and over fetch in the browser. */
export type Client<T extends EndpointTable> = {
  readonly [Noun in keyof T]: {
    readonly [Verb in keyof T[Noun]]: (
      ...input: Record<never, never> extends InputOf<T[Noun][Verb]>
        ? [input?: InputOf<T[Noun][Verb]>]
        : [input: InputOf<T[Noun][Verb]>]
    ) => Promise<OutputOf<T[Noun][Verb]>>
  }
}

/** The result of a call as plain data: its answer, or an `ErrorBody` if the status is 400 or above. */
export interface Answer {
  status: number
  body: unknown
}

/** Sends a call, by noun and verb. Rejects only when there is no answer at all. */
export type Transport = (noun: string, verb: string, input: Record<string, unknown>) => Promise<Answer>
