import { Readable } from 'node:stream'
import { journal } from '../../../../journal.config.ts'
import { longDate } from '../../../contract/rules/text/dates.ts'
import { DomainError } from '../../../platform/errors.ts'
import { openIntact } from '../../publication/files/intact.ts'
import { zipStream, type ZipEntry } from '../../../platform/http/zip-stream.ts'
import { now } from '../../../platform/ids.ts'
import type { OwnDataPart, Person } from '../../../platform/personal-data-part.ts'
import type { Platform } from '../../../platform/platform.ts'

/**
 * All that is held of a person as a ZIP that is sent while it is made: rows are read some at a time and files one after
 * another, no faster than they are taken.
 */
export async function packOwnData(
  resources: Platform,
  parts: readonly OwnDataPart[],
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

const readme = (parts: readonly OwnDataPart[]): string =>
  `Your data at the ${journal.name}, on ${longDate(now())}

This folder holds everything that the ${journal.name} keeps about your account. The files
that end in .json are text: any editor or browser opens them, and programs can read them.

${parts.map(({ name, about }) => `${name}.json\n  ${about}`).join('\n\n')}

A file is empty, "[]", if we hold nothing of its kind. If our copy of a file that you have
uploaded is missing or damaged, a sentence that says so takes its place.

What is not here: your password, of which we keep only a hash; what others have written
in confidence; and backup copies, which hold the same as this.

Questions? Write to ${journal.contact.supportEmail}.
`
