import { DomainError } from '../../platform/errors.ts'

/** What is read of a dump, whatever it holds: all memory that it takes follows from these. */
export const DUMP_LIMITS = {
  /** One text. The longest of real journals are articles in HTML, of a few megabytes. */
  valueBytes: 16 * 1024 * 1024,
  /** All texts of one row. */
  rowBytes: 32 * 1024 * 1024,
  /** The name of a table or column. Databases allow 64 characters. */
  nameBytes: 256,
  /** A number or a keyword. */
  wordBytes: 1024,
  columns: 200,
  tables: 2000,
  journals: 1000,
  /** The whole dump once it is unpacked. */
  unpackedBytes: 100 * 1024 ** 3,
  /** Entries of a ZIP file that are looked at. */
  zipEntries: 1000,
  /** Files that are counted in a folder. */
  files: 2_000_000,
  configBytes: 256 * 1024,
} as const

/** A dump that cannot be read, in a sentence for the person who brings it. */
export const dumpRefused = (sentence: string): DomainError => new DomainError('invalid', sentence)

export const CUT_SHORT = 'The dump is cut short'
const EXPORT_AGAIN = 'Please export the database again and wait until the export has finished.'

export const cutShort = (line: number, what: string): DomainError =>
  dumpRefused(`${CUT_SHORT}: it ends in line ${line}, ${what}. ${EXPORT_AGAIN}`)
