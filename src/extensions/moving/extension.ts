import { HOUR_MS } from '../../contract/rules/text/dates.ts'
import type { Extension } from '../extension.ts'
import { removeExpiredCopies } from './moving-folder.ts'

interface Moving {
  moving: { dataDir: string }
}

/** Moving a journal in from Open Journal Systems. Its commands read a dump; here what they have kept is removed in time. */
export const moving: Extension<Moving> = {
  open: ({ dataDir }) => ({ moving: { dataDir } }),
  background: ({ moving: { dataDir } }) => [
    { kind: 'moving', everyMs: HOUR_MS, run: () => removeExpiredCopies(dataDir, new Date()) },
  ],
}
