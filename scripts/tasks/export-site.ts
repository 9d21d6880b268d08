import { resolve } from 'node:path'
import { pino } from 'pino'
import { createApp } from '../../src/app/app.ts'
import { readEnvironment } from '../../src/app/environment.ts'
import { openResources } from '../../src/app/open.ts'
import { loadSiteBuild } from '../../src/app/site-build.ts'
import { exportSite, type Exported, type SiteAnswer } from '../../src/extensions/static-export/export-site.ts'
import { buildIfNeeded } from './site-build.ts'

/** How many addresses are named that could not be copied. */
const MOST_NAMED = 10

/** `npm run export-site -- FOLDER`: the public journal as files that open from a disk. Works while the server runs. */
async function main(): Promise<number> {
  const [given, ...more] = process.argv.slice(2)
  if (!given || more.length) throw new Error('Please name one new folder: npm run export-site -- FOLDER')
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), given)
  buildIfNeeded()
  const environment = readEnvironment(process.env)
  const resources = await openResources({ ...environment, smtpUrl: undefined }, pino({ level: 'silent' }))
  const site = await loadSiteBuild()
  const app = await createApp({ resources, rates: { on: false }, trustProxy: 0, site })
  try {
    const ask = async (address: string): Promise<SiteAnswer> => {
      const { statusCode, headers, rawPayload } = await app.inject(address)
      const location = statusCode >= 300 && statusCode < 400 ? String(headers.location) : null
      return { status: statusCode, type: String(headers['content-type'] ?? ''), body: rawPayload, location }
    }
    const exported = await exportSite({ folder, publicUrl: environment.publicUrl, ask, onProgress: showProgress })
    process.stdout.write(`${summary(exported, folder)}\n`)
    return exported.missing.length ? 1 : 0
  } finally {
    await app.close()
    await resources.database.close()
  }
}

function showProgress(done: number, known: number): void {
  if (process.stdout.isTTY)
    process.stdout.write(`\r\u001b[2K${done} of ${known} addresses${done === known ? '\n' : ''}`)
  else if (done % 100 === 0 || done === known) process.stdout.write(`${done} of ${known} addresses\n`)
}

function summary({ pages, files, missing }: Exported, folder: string): string {
  const copied = `${pages} pages and ${files} files are in ${folder}. Open index.html to read them.`
  if (!missing.length) return copied
  const named = missing.slice(0, MOST_NAMED).join(', ')
  return `${copied}\nNot everything could be copied, and links to it lead to the journal’s site: ${named}${missing.length > MOST_NAMED ? ' and others' : ''}.`
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
