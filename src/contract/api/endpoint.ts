import type { z } from 'zod'
import type { Access } from '../domain/access.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the API. `input` is one flat object: names that stand in `path` as `{name}` travel
 * in the address, the rest in the query (GET, DELETE) or the JSON body (POST, PUT, PATCH).
 */
export interface Endpoint {
  readonly method: Method
  /** Further methods that answer the same, where clients may send either. */
  readonly also?: readonly Method[]
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  /** 201 where the call creates something; 200 when absent. */
  readonly created?: true
  /** Answers 410, with what stays of it, for an article that was public and has been deleted. */
  readonly gone?: true
  /** Which limit on calls per address and time applies; `reading` or `writing` by method when absent. */
  readonly rate?: 'signing in' | 'signing up' | 'uploading'
  /** The multipart field that carries a file; such a call sends multipart, not JSON. */
  readonly upload?: string
  /** The longest text that the call carries: short fields alone when absent, paragraphs, or rich text with its pictures. */
  readonly text?: 'long' | 'rich'
  /** Sends its fields as a multipart form, as older clients do; JSON is taken as well. */
  readonly form?: true
  readonly input: z.ZodObject
  readonly output: z.ZodType
}

/** The most bytes that a JSON body may have, by the longest text in it. */
export const BODY_BYTES_MAX = { short: 8 * 1024, long: 32 * 1024, rich: 2 * 1024 * 1024 } as const

export const bodyBytesMax = ({ text }: Endpoint): number => BODY_BYTES_MAX[text ?? 'short']

/** Declares an endpoint, keeping its exact types for clients and handlers. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration

/** What a caller passes: before defaults are filled in. */
export type InputOf<E extends Endpoint> = z.input<E['input']> &
  (E extends { upload: string } ? { readonly [Field in E['upload']]: Blob } : unknown)
/** What a handler receives: checked, defaults filled in. */
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
/** What a handler returns: may hold more than leaves, the output schema strips. */
export type ResultOf<E extends Endpoint> = z.input<E['output']>
/** What a caller receives. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>

export type EndpointTable = { readonly [noun: string]: { readonly [verb: string]: Endpoint } }

/** The whole API as functions: what pages call, in-process on the server and over fetch in the browser. */
export type Client<T extends EndpointTable> = {
  readonly [Noun in keyof T]: {
    readonly [Verb in keyof T[Noun]]: (
      ...input: Record<never, never> extends InputOf<T[Noun][Verb]>
        ? [input?: InputOf<T[Noun][Verb]>]
        : [input: InputOf<T[Noun][Verb]>]
    ) => Promise<OutputOf<T[Noun][Verb]>>
  }
}

/** What became of a call, as plain data: what it answers, or an `ErrorBody` from status 400 on. */
export interface Answer {
  status: number
  body: unknown
}

/** How calls travel, by noun and verb. Rejects only when there is no answer at all. */
export type Transport = (noun: string, verb: string, input: Record<string, unknown>) => Promise<Answer>

/** The names written `{name}` in a path. */
export const pathNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)

/** True for the methods whose input travels in the query. */
export const inputTravelsInQuery = (method: Method): boolean => method === 'GET' || method === 'DELETE'
