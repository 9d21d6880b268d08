import { z } from 'zod'
import { migrations } from '../../platform/database/migrate.ts'

/** Raised whenever backups are written differently; those of earlier formats are still read. */
export const FORMAT = 1
export const MANIFEST = 'manifest.json'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Every name that a backup can have in it: none leaves the folder in which it is put. */
const PATH =
  /^(tables\/\w{1,100}\.jsonl|files\/[\w-]{4,64}|secrets\/(token|address)-secret|settings\/(?!.*\.\.)[\w-][\w./-]{0,300})$/

/** A secret is one line, which the program reads whole whenever it starts. */
const SECRET_MAX = 4_096

export const Entry = z
  .object({
    path: z.string().regex(PATH),
    bytes: z.int().min(0),
    sha256: Sha256,
    /** Of a table. */
    rows: z.int().min(0).optional(),
  })
  .refine(({ path, bytes }) => !path.startsWith('secrets/') || bytes <= SECRET_MAX)
export type Entry = z.infer<typeof Entry>

/** A stored file that a row promises, and that is not in the backup as promised. */
export const FileFault = z.object({
  id: z.string(),
  table: z.string(),
  name: z.string().nullable(),
  /** removed: together with its row, while the backup was made. */
  what: z.enum(['missing', 'altered', 'unreadable', 'removed']),
})
export type FileFault = z.infer<typeof FileFault>

export const Manifest = z.object({
  format: z.literal(FORMAT),
  program: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The changes of the tables that the database has had. One that the program has brought since may belong among them. */
  migrations: z.array(z.string()).min(1),
  /** What was written later is not in the backup. */
  startedAt: z.iso.datetime(),
  entries: z.array(Entry),
  faults: z.array(FileFault),
})
export type Manifest = z.infer<typeof Manifest>

/** Reads a manifest; refuses one of a newer program with a sentence. */
export function readManifest(text: string): Manifest {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new BadBackup('its list of contents cannot be read')
  }
  const format = (content as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > FORMAT) throw new FromNewerProgram()
  const parsed = Manifest.safeParse(content)
  if (!parsed.success) throw new BadBackup('its list of contents is not one of a backup')
  const manifest = parsed.data
  const known = migrations.map(({ name }) => name)
  if (manifest.migrations.some((name) => !known.includes(name))) throw new FromNewerProgram(manifest.program)
  return manifest
}

export class FromNewerProgram extends Error {
  constructor(program?: string) {
    super(
      `The backup was made by a newer version of this program${program ? ` (${program})` : ''}. Install that version, and restore it there. Nothing was changed.`,
    )
  }
}

/** A backup that cannot be used. Its message is a sentence for the operator, of what has been done when it is seen. */
export class BadBackup extends Error {
  readonly how: string

  constructor(how: string, what = 'Take another backup. Nothing was changed.') {
    super(`This backup cannot be used: ${how}. ${what}`)
    this.how = how
  }

  /** The same, seen after files of it have been put in place. Rows are put in place whole or not at all. */
  afterWriting(dataDir: string): BadBackup {
    return new BadBackup(
      this.how,
      `Files of it have been written already: empty ${dataDir} and the place for files, and take another backup.`,
    )
  }
}

/** Told now and then how far a long work has come; `total` is in the same unit as `done`. */
export type Progress = (what: string, done: number, total: number) => void
export const QUIET: Progress = () => {}
