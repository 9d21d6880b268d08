import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/connect.ts'
import { openMigrated } from '../database/migrate.ts'
import { CardPainter } from '../discovery/card/painter.ts'
import { CitationFormatter } from '../discovery/citation/formatter.ts'
import { emailKinds } from './email-kinds.ts'
import type { Environment } from './environment.ts'
import { FileLinks } from '../files/file-links.ts'
import { Uploads } from '../files/uploads.ts'
import { UsageCounter } from '../usage/usage-counter.ts'
import { FullTextRenderer } from '../full-text/renderer.ts'
import { Documents } from '../manuscripts/documents.ts'
import { Crossref } from '../crossref/client.ts'
import { openMailer } from '../email/mailer.ts'
import { readEmailTemplates } from '../email/templates.ts'
import { Operation } from '../operating/operation.ts'
import { readContentPages } from '../pages/content-pages.ts'
import { readLetters } from '../peer-review/decide/letters.ts'
import type { Resources } from './resources.ts'
import { addressSecret, tokenSecret } from '../secrets.ts'
import { renewHeads } from '../search/article-heads.ts'
import { AddressHashes } from '../reviewers/address-hashes.ts'
import { renewReviewerWords } from '../reviewers/words.ts'
import { AccessTokens } from '../session/access-tokens.ts'
import { RefusedSignIns } from '../session/refused-sign-ins.ts'
import { SignInDelays } from '../users/sign-in-delays.ts'
import { OrcidConnection } from '../users/orcid-connection.ts'
import { diskStore } from '../storage/disk.ts'

const contentFolder = join(import.meta.dirname, '..', '..', '..', 'content')

/** Opens the configured database, migrates it, and analyses what an earlier version has written. */
export async function openDatabase(environment: Environment): Promise<Database> {
  const database = await openMigrated(
    environment.databaseUrl ? { url: environment.databaseUrl } : { file: join(environment.dataDir, 'journal.sqlite') },
  )
  await renewHeads(database, (done) => {
    // A few seconds' work: longer silence would look like a failure.
    if (done % 10_000 === 0) process.stderr.write(`${done} articles are ready to be searched\n`)
  })
  await renewReviewerWords(database)
  return database
}

export const openStore = (environment: Environment) => diskStore(join(environment.dataDir, 'files'))

/** Creates all resources of the server from its settings. */
export async function openResources(environment: Environment, log: FastifyBaseLogger): Promise<Resources> {
  const { clamdUrl, processes } = environment
  const secret = tokenSecret(environment.dataDir)
  return {
    database: await openDatabase(environment),
    store: openStore(environment),
    accessTokens: new AccessTokens(secret),
    addressHashes: new AddressHashes(addressSecret(environment.dataDir)),
    fileLinks: new FileLinks(secret),
    uploads: new Uploads({
      hourly: environment.rateLimit,
      spareBytes: environment.diskReserveBytes,
      clamdUrl,
      processes,
    }),
    documents: new Documents(),
    cardPainter: new CardPainter(),
    citationFormatter: new CitationFormatter(),
    fullTextRenderer: new FullTextRenderer(),
    usageCounter: new UsageCounter(),
    orcid: environment.orcid && new OrcidConnection(environment.orcid),
    crossref: environment.crossref && new Crossref(environment.crossref),
    signInDelays: new SignInDelays(environment.rateLimit),
    refusedSignIns: new RefusedSignIns(processes),
    contentPages: readContentPages(contentFolder),
    emailTemplates: readEmailTemplates(contentFolder, emailKinds),
    letters: readLetters(contentFolder),
    mailer: environment.smtpUrl ? await openMailer(environment.smtpUrl, environment.publicUrl) : null,
    operation: new Operation({
      production: environment.production,
      rateLimit: environment.rateLimit,
      copiesEveryHours: null,
      secondFactor: null,
      filesIn: environment.s3 ? 'bucket' : 'folder',
    }),
    publicUrl: environment.publicUrl,
    log,
  }
}
