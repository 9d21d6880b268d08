import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'

/** Longer errors are of parsers that quote what they could not read. */
const LONGEST_MESSAGE = 300
const DEEPEST_CAUSE = 3

const EMAIL = /[^\s@"'<>()[\]{},;:\\]{1,64}(?:@|%40)[^\s@"'<>()[\]{},;:\\]{1,255}/gi
const IPV4 = /(?<![\d.])(?!127\.0\.0\.1|0\.0\.0\.0)\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g
/** Three groups at least, which no time of day has. */
const IPV6 =
  /(?<![\w:])(?!::1\b)(?:[\da-f]{1,4}:){2,7}(?::?[\da-f]{1,4}){1,7}(?![\w:])|(?<![\w:])(?!::1\b)(?:[\da-f]{1,4}:){1,6}(?::[\da-f]{1,4}){1,6}(?![\w:])/gi
/** What is long enough to be a secret. */
const LONG_RUN = /[\w+=-]{20,}/g
/** Identifiers and slugs have no capitals beside digits; hashes have nothing else than hexadecimal digits. */
const withoutSecrets = (text: string): string =>
  text.replace(LONG_RUN, (run) => (/^[\da-f]+$/.test(run) || (/\d/.test(run) && /[A-Z]/.test(run)) ? '…' : run))
/** What a database or a parser quotes is what it was given. */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`/g
/** PostgreSQL's errors about a statement quote names of tables and columns. */
const ABOUT_STATEMENT = /^(42|SQLITE_ERROR)/

export interface LogSettings {
  level: string
  /** True: the network addresses of those who call are in the log, and so are those in errors. */
  addresses: boolean
}

/** Text without email addresses and, unless they are wanted, network addresses. */
export const withoutPeople = (text: string, addresses: boolean): string => {
  const nobody = text.includes('@') || text.includes('%40') ? text.replace(EMAIL, '[email]') : text
  return addresses ? nobody : nobody.replace(IPV4, '[address]').replace(IPV6, '[address]')
}

/** The path of a URL without its query, which holds search words and keys, and without secrets. */
export function loggedPath(url: string): string {
  const path = url.split(/[?#;]/, 1)[0]!.slice(0, LONGEST_MESSAGE)
  const parts = path.split('/')
  return parts.map((part, at) => (isName(parts, at) ? '…' : withoutSecrets(part))).join('/')
}

/** The name of an author, and of a file as it is called on someone's device. */
const isName = (parts: readonly string[], at: number): boolean =>
  (at === 2 && /^author$/i.test(parts[1]!)) || (at === 4 && parts[2] === 'files')

interface AnyRequest {
  method?: string
  url?: string
  ip?: string
}

/** An error without what it was given: parameters, rows, recipients and bodies are in no line. */
export function loggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, command, responseCode, statusCode, table, constraint, kind, cause, name } = error as Error &
    Record<string, unknown>
  const isNamed = typeof code === 'string' && ABOUT_STATEMENT.test(code)
  const message = withoutSecrets(error.message.slice(0, LONGEST_MESSAGE))
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: name === 'Error' ? (error.constructor?.name ?? name) : name,
    message: isNamed ? message : message.replace(QUOTED, '[…]'),
    ...words({ code, command, responseCode, statusCode, table, constraint, kind }),
    stack: frames.join('\n'),
    ...(cause instanceof Error && depth < DEEPEST_CAUSE ? { cause: loggedError(cause, depth + 1) } : {}),
  }
}

const words = (fields: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => typeof value === 'number' || /^[\w .-]{1,60}$/.test(String(value ?? '')),
    ),
  )

/** What every line goes through, so that no line holds personal data. */
export const logOptions = ({ level, addresses }: LogSettings): LoggerOptions => ({
  level,
  serializers: {
    req: ({ method, url, ip }: AnyRequest) => ({
      method,
      url: loggedPath(url ?? ''),
      ...(addresses && ip ? { remoteAddress: ip } : {}),
    }),
    res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
    err: (error: unknown) => loggedError(error),
    error: (error: unknown) => loggedError(error),
    // Written by the library for uploads, with all headers of the request.
    busboyOptions: () => undefined,
    address: (address: unknown) => (typeof address === 'string' ? loggedPath(address) : address),
  },
  hooks: {
    // `log.error(error)` would take the error's own words as the line's.
    logMethod(args, method) {
      const [first] = args as unknown[]
      if (first instanceof Error) return method.call(this, { err: first }, 'an error')
      const { err } = (first ?? {}) as { err?: unknown }
      if (err instanceof Error && typeof args[1] !== 'string') return method.call(this, first as object, 'an error')
      return method.apply(this, args)
    },
    streamWrite: (line) => withoutPeople(line, addresses),
  },
})

/** Opens a log; without a destination to the standard output. */
export const openLog = (settings: LogSettings & { pretty?: boolean }, to?: DestinationStream): Logger => {
  const options = logOptions(settings)
  if (settings.pretty) return pino({ ...options, transport: { target: 'pino-pretty' } })
  return to ? pino(options, to) : pino(options)
}
