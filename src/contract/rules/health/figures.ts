import { counted } from '../text/counted.ts'
import type { StateFacts } from './facts.ts'
import { printedSize, since } from './words.ts'

/** The figures of a journal, whether all is well or not, in sentences. */
export function figuresOf(facts: StateFacts): string[] {
  const { database, emails, copies, processes, files, scanner, version, now } = facts
  const free = (processes ?? []).flatMap(({ freeBytes }) => freeBytes ?? [])
  return [
    `Version ${version}, ${counted((processes ?? []).length || 1, 'process', 'processes')}.`,
    ...(database
      ? [
          `The database (${facts.settings.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}) answered in ${Math.max(1, Math.round(database.answeredInMs))} ms.`,
        ]
      : []),
    ...(free.length ? [`${printedSize(Math.min(...free))} is free on the disk.`] : []),
    ...(files?.isReached
      ? [`Files are in ${files.in === 'bucket' ? 'a bucket' : 'the data folder'}, and can be reached.`]
      : []),
    ...(emails?.isConfigured
      ? [
          `${emails.waiting ? counted(emails.waiting, 'email') : 'No email'} ${emails.waiting > 1 ? 'wait' : 'waits'}; ${emails.lastSentAt ? `the last was sent ${since(emails.lastSentAt, now)} ago` : 'none has been sent yet'}.`,
        ]
      : []),
    ...(copies?.newestGoodAt ? [`The newest tested copy is ${since(copies.newestGoodAt, now)} old.`] : []),
    ...(scanner === 'answers' ? ['The virus scanner answers.'] : []),
  ]
}
