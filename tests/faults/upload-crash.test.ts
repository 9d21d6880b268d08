import { fork, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { API_PREFIX } from '../../src/contract/rules/site/path-roots.ts'
import { connect } from '../../src/platform/database/connect.ts'
import { tokenSecret } from '../../src/platform/secrets.ts'
import { AccessTokens } from '../../src/journal/accounts/sessions/access-tokens.ts'
import { sweepIncoming } from '../../src/platform/storage/sweep.ts'
import { aSignedIn } from '../support/builders.ts'
import { migratedDatabase } from '../support/fresh-database.ts'
import { times } from '../support/long.ts'

const KILLS = times(4, 200)

test(
  `killed ${KILLS} times while files come in, the journal has every file that it acknowledged, whole`,
  async () => {
    const { where, dataDir, remove } = await migratedDatabase('sqlite')
    const database = connect(where)
    const author = await aSignedIn(
      {
        database,
        resources: { accessTokens: new AccessTokens(tokenSecret(dataDir)) },
      },
      { role: 'admin' },
    )
    const acknowledged = new Map<string, string>()

    for (let kill = 0; kill < KILLS; kill++) {
      const server = fork(join(import.meta.dirname, 'upload-server.ts'), {
        env: { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: dataDir },
        execArgv: ['--disable-warning=ExperimentalWarning'],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      const [port] = (await once(server, 'message')) as [number]
      let running = true
      const uploading = Array.from({ length: 6 }, async (_, worker) => {
        for (let number = 0; running; number++) {
          const content = Buffer.alloc(200_000, `${kill} ${worker} ${number}\n`)
          const form = new FormData()
          form.append('file', new File([content], 'data.csv'))
          const answer = await fetch(`http://127.0.0.1:${port}${API_PREFIX}/files/upload`, {
            method: 'POST',
            headers: author.headers,
            body: form,
          }).catch(() => undefined)
          if (answer?.status !== 201) continue
          const { url } = (await answer.json()) as { url: string }
          acknowledged.set(url.split('/')[2]!, createHash('sha256').update(content).digest('hex'))
        }
      })
      const before = acknowledged.size
      while (acknowledged.size === before) await sleep(5)
      await sleep(Math.random() * 300)
      running = false
      await ended(server)
      await Promise.all(uploading)
    }

    const rows = await database.db.selectFrom('files').select(['id', 'sha256']).execute()
    const files = join(dataDir, 'files')
    const hashOf = (id: string) =>
      createHash('sha256')
        .update(readFileSync(join(files, id.slice(0, 2), id)))
        .digest('hex')
    expect(acknowledged.size).toBeGreaterThan(KILLS)
    // A row is never without its bytes, and nothing acknowledged is without its row.
    for (const { id, sha256 } of rows) expect(hashOf(id)).toBe(sha256)
    for (const [id, sha256] of acknowledged) expect(rows).toContainEqual({ id, sha256 })
    // Interrupted uploads are swept, and their reservations expire.
    await sweepIncoming(files, 0)
    expect(readdirSync(join(files, 'incoming'))).toEqual([])
    await database.close()
    await remove()
  },
  60_000 + KILLS * 15_000,
)

async function ended(server: ChildProcess): Promise<void> {
  const exit = once(server, 'exit')
  server.kill('SIGKILL')
  await exit
}
