/** The verbs and their arguments: needed, allowed beside them, or instead of all others. */
const VERBS = {
  Identify: { needed: [], optional: [], exclusive: [] },
  ListMetadataFormats: { needed: [], optional: ['identifier'], exclusive: [] },
  ListSets: { needed: [], optional: [], exclusive: ['resumptionToken'] },
  GetRecord: { needed: ['identifier', 'metadataPrefix'], optional: [], exclusive: [] },
  ListIdentifiers: { needed: ['metadataPrefix'], optional: ['from', 'until', 'set'], exclusive: ['resumptionToken'] },
  ListRecords: { needed: ['metadataPrefix'], optional: ['from', 'until', 'set'], exclusive: ['resumptionToken'] },
} as const satisfies Record<string, Record<'needed' | 'optional' | 'exclusive', readonly string[]>>

export type Verb = keyof typeof VERBS

const NAMES = ['identifier', 'metadataPrefix', 'from', 'until', 'set', 'resumptionToken'] as const
export type Arguments = Partial<Record<(typeof NAMES)[number], string>>

/** What the schema of the answers takes, which repeat the arguments. */
const SYNTAX = { metadataPrefix: /^[\w.!~*'()-]+$/, set: /^[\w.!~*'()-]+(?::[\w.!~*'()-]+)*$/ }

export interface OaiRequest {
  verb: Verb
  arguments: Arguments
}

/** The verb and the arguments of a request's query or form. */
export function readRequest(given: URLSearchParams): OaiRequest {
  const verbs = given.getAll('verb')
  const verb = verbs[0] ?? ''
  if (verbs.length !== 1) throw new OaiError('badVerb', verbs.length ? 'The verb is repeated.' : 'There is no verb.')
  if (!Object.hasOwn(VERBS, verb)) throw new OaiError('badVerb', 'There is no such verb.')
  const { needed, optional, exclusive } = VERBS[verb as Verb]
  const known: readonly string[] = [...needed, ...optional, ...exclusive]
  const read: Arguments = {}
  for (const [name, value] of given) {
    if (name === 'verb') continue
    if (!known.includes(name)) throw new OaiError('badArgument', `${verb} has no such argument.`)
    if (Object.hasOwn(read, name)) throw new OaiError('badArgument', `The argument ${name} is repeated.`)
    read[name as keyof Arguments] = value
  }
  for (const [name, pattern] of Object.entries(SYNTAX)) {
    const value = read[name as keyof Arguments]
    if (value !== undefined && !pattern.test(value))
      throw new OaiError('badArgument', `The argument ${name} is malformed.`)
  }
  const isAlone = exclusive.some((name) => read[name] !== undefined)
  if (isAlone && Object.keys(read).length > 1) {
    throw new OaiError('badArgument', 'A resumptionToken stands alone.')
  }
  const missing = isAlone ? [] : needed.filter((name) => read[name] === undefined)
  if (missing.length) throw new OaiError('badArgument', `${verb} needs ${missing.join(' and ')}.`)
  return { verb: verb as Verb, arguments: read }
}

export type OaiErrorCode =
  | 'badVerb'
  | 'badArgument'
  | 'badResumptionToken'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noRecordsMatch'
  | 'noSetHierarchy'

/** A refusal in the protocol's own words: it is an answer, not a failure of the request. */
export class OaiError extends Error {
  readonly code: OaiErrorCode
  constructor(code: OaiErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
