import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { journal } from '../../../contract/journal.ts'
import { API_PREFIX } from '../../../contract/rules/site/path-roots.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import type { Caller } from '../../../platform/call.ts'
import { DomainError, notFound } from '../../../platform/errors.ts'
import { limited, type RateLimits } from '../../../platform/http/rate-limits.ts'
import { type ZipEntry, zipStream } from '../../../platform/http/zip-stream.ts'
import { now } from '../../../platform/ids.ts'
import { type PersonalDataPart, type Person, personOf } from '../../../platform/personal-data-part.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openIntact } from '../../publication/files/intact.ts'
import { contentDisposition, journalInNames } from '../../publication/files/names.ts'
import type { FileResources } from '../../publication/files/resources.ts'
import { FILE_POLICY } from '../../publication/files/serve-files.ts'
import { findLiveSession } from '../sessions/queries.ts'
import { findUser } from '../users/queries.ts'

type Who = Pick<Caller, 'userId' | 'sessionId'>

const subjectOf = ({ userId, sessionId }: Who): string => `own data ${userId} ${sessionId}`

/** The address of a person's data. It works for five minutes, and no longer than the session that has asked for it. */
export const downloadUrl = async ({ fileLinks }: FileResources, who: Who): Promise<string> =>
  `${API_PREFIX}/own-data/${who.userId}/${who.sessionId}.zip?key=${await fileLinks.make(subjectOf(who))}`

/** Serves the ZIP with all that is held of a person. A link in a page can carry no token: the address has a key. */
export function mountPersonalData(
  app: FastifyInstance,
  resources: FileResources,
  rates: RateLimits,
  parts: readonly PersonalDataPart[],
): void {
  const { database, fileLinks, log } = resources
  app.get<{ Params: { userId: string; sessionId: string }; Querystring: { key?: unknown } }>(
    `${API_PREFIX}/own-data/:userId/:sessionId.zip`,
    { config: limited(rates, 'packing own data', 'own data') },
    async ({ method, params, query: { key } }, reply) => {
      const isOpen = typeof key === 'string' && (await fileLinks.opens(subjectOf(params), key))
      const caller = isOpen ? await findLiveSession(database.db, params.sessionId) : null
      const account = caller?.userId === params.userId ? await findUser(database.db, params.userId) : undefined
      if (!account) throw notFound('File')
      void reply.headers({
        'content-type': 'application/zip',
        'content-disposition': contentDisposition('attachment', `${journalInNames()}-my-data.zip`),
        'content-security-policy': FILE_POLICY,
        'cache-control': 'private, no-store',
      })
      if (method === 'HEAD') return reply.send(Readable.from([]))
      const zip = await packPersonalData(resources, parts, personOf(account))
      zip.on('error', (error) => log.error({ err: error }, "a person's data could not be packed"))
      return reply.send(zip)
    },
  )
}

/**
 * All that is held of a person as a ZIP that is sent while it is made: rows are read some at a time and files one after
 * another, no faster than they are taken.
 */
async function packPersonalData(
  resources: Platform,
  parts: readonly PersonalDataPart[],
  person: Person,
): Promise<Readable> {
  const { db } = resources.database
  const given = parts.filter(({ give }) => give)
  const files: ZipEntry[] = []
  for (const part of parts) {
    for (const { path, file } of (await part.files?.(db, person)) ?? []) {
      files.push({ path, compress: false, open: () => stored(resources, file) })
    }
  }
  return zipStream([
    { path: 'README.txt', compress: true, open: async () => Buffer.from(readme(given)) },
    ...given.map(({ name, give }): ZipEntry => ({
      path: `${name}.json`,
      compress: true,
      open: async () => Readable.from(asJson(give!(db, person)), { objectMode: false }),
    })),
    ...files,
  ])
}

/** A list of JSON values, written while they are read. */
async function* asJson(values: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<Buffer> {
  let begun = false
  for await (const value of values) {
    yield Buffer.from(`${begun ? ',' : '['}\n${JSON.stringify(value, null, 2)}`)
    begun = true
  }
  yield Buffer.from(begun ? '\n]\n' : '[]\n')
}

/** One file that is missing or damaged keeps nobody from all the others: a sentence takes its place. */
async function stored(resources: Platform, file: Parameters<typeof openIntact>[1]): Promise<Buffer | Readable> {
  try {
    return (await openIntact(resources, file)).read()
  } catch (error) {
    if (error instanceof DomainError) return Buffer.from(`${error.message}\n`)
    throw error
  }
}

const readme = (parts: readonly PersonalDataPart[]): string =>
  `Your data at the ${journal().name}, on ${longDate(now())}

This folder holds everything that the ${journal().name} keeps about your account. The files
that end in .json are text: any editor or browser opens them, and programs can read them.

${parts.map(({ name, about }) => `${name}.json\n  ${about}`).join('\n\n')}

A file is empty, "[]", if we hold nothing of its kind. If our copy of a file that you have
uploaded is missing or damaged, a sentence that says so takes its place.

What is not here: your password, of which we keep only a hash; what others have written
in confidence; and backups, which hold the same data.

Questions? Write to ${journal().contact.supportEmail}.
`
