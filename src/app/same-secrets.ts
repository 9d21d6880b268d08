import { createHash } from 'node:crypto'
import type { Database } from '../platform/database/connect.ts'
import { now } from '../platform/ids.ts'
import { addressSecret, storedSecret, SECRET_FILES, tokenSecret, type SecretFile } from '../platform/secrets.ts'

export interface Secrets {
  token: Uint8Array
  address: Uint8Array
}

/**
 * The secrets of the data folder, generated at the first start. All servers of one database need the same: otherwise a
 * session that one has opened would end on another. The database keeps a hash of each, and a server that holds others
 * throws before it has made any. On SQLite the folder that holds the database holds the secrets, and who deletes
 * one means to.
 */
export async function openSecrets(
  database: Database,
  { dataDir, replaceSecrets }: { dataDir: string; replaceSecrets: boolean },
): Promise<Secrets> {
  const mayDiffer = database.engine === 'sqlite' || replaceSecrets
  const kept = await fingerprints(database)
  if (!mayDiffer) refuseOthers(dataDir, kept, (file) => storedSecret(dataDir, file))
  const secrets = { token: tokenSecret(dataDir), address: addressSecret(dataDir) }
  const own: Record<SecretFile, Uint8Array> = { 'token-secret': secrets.token, 'address-secret': secrets.address }
  for (const name of SECRET_FILES) {
    const row = { name, fingerprint: fingerprintOf(name, own[name]), noted_at: now() }
    if (kept.get(name) === row.fingerprint) continue
    await database.db
      .insertInto('secret_fingerprints')
      .values(row)
      .onConflict((conflict) => (mayDiffer ? conflict.column('name').doUpdateSet(row) : conflict.doNothing()))
      .execute()
  }
  // Of two servers that start for the first time together, one was first.
  refuseOthers(dataDir, await fingerprints(database), (file) => own[file])
  return secrets
}

async function fingerprints({ db }: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('secret_fingerprints').select(['name', 'fingerprint']).execute()
  return new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]))
}

/** The secrets have 288 random bits: nobody finds one by trying. */
const fingerprintOf = (name: string, secret: Uint8Array): string =>
  createHash('sha256').update(`${name} `).update(secret).digest('hex')

function refuseOthers(
  dataDir: string,
  kept: ReadonlyMap<string, string>,
  own: (file: SecretFile) => Uint8Array | null,
): void {
  const others = SECRET_FILES.filter((name) => {
    const secret = own(name)
    return kept.has(name) && kept.get(name) !== (secret && fingerprintOf(name, secret))
  })
  if (!others.length) return
  const [what, them] =
    others.length > 1 ? [`The files ${others.join(' and ')}`, 'them'] : [`The file ${others[0]}`, 'it']
  throw new Error(
    `${what} in ${dataDir} must be the same on every server of this journal. Copy ${them} from the other server, or ` +
      `from a backup, and start again. If ${them === 'it' ? 'it is' : 'they are'} lost everywhere, start once with ` +
      'REPLACE_SECRETS=on: then everybody has to sign in again, and reviewers who are never to be asked again are no ' +
      'longer recognised.',
  )
}
