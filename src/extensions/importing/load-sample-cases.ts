import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { slugOf } from '../../contract/api/field-schemas.ts'
import { dayOf } from '../../contract/rules/peer-review/days.ts'
import { affiliationsOf, personName } from '../../contract/rules/people/people.ts'
import { DAY_MS } from '../../contract/rules/text/dates.ts'
import { createUser } from '../../journal/accounts/users/commands.ts'
import { openCase } from '../../journal/peer-review/cases/open-case.ts'
import { saveReviewerWords } from '../../journal/peer-review/reviewers/words.ts'
import { writeArticle } from '../../journal/publication/articles/write-article.ts'
import {
  type FileToStore,
  type ImportResources,
  insertFile,
  withStored,
} from '../../journal/publication/files/stored-files.ts'
import { writeAuditEntry } from '../../platform/audit.ts'
import { type Db, isUniqueViolation, type Tx } from '../../platform/database/connect.ts'
import { touchPublicSite } from '../../platform/database/site-version.ts'
import type { FileRow } from '../../platform/database/tables.ts'
import { newId } from '../../platform/ids.ts'
import { categoryNamed } from './found-or-created.ts'
import { type Played, playSample } from './play-sample.ts'
import { sampleText, sampleProof } from './sample-files.ts'
import type { SampleManuscript, SampleManuscripts } from './sample-manuscripts.ts'
import { SAMPLES_ADDED, SAMPLES_REMOVED, sampleFolder } from './load-samples.ts'

export const SAMPLE_CASES_ADDED = 'sample-content.add-manuscripts'

/** Of two processes at once, one finds that the first of the invented people is there. */
const TAKEN = ['reviewer_addresses_email', 'reviewer_addresses.email'] as const

/**
 * Adds manuscripts in every stage of peer review to a journal that has samples and nothing else, once, with dates that
 * count back from now. Returns how many. All of them or none: an interrupted load is done at the next start.
 */
export async function loadSampleCases(
  resources: ImportResources,
  folder = sampleFolder,
  now = new Date(),
): Promise<number> {
  const file = join(folder, 'manuscripts.json')
  if (!existsSync(file) || !(await areWanted(resources.database.db))) return 0
  const samples = JSON.parse(await readFile(file, 'utf8')) as SampleManuscripts
  const added = await withStored(resources, filesOf(samples), (kept) =>
    resources.database
      .transaction(async (tx) => {
        if (!(await areWanted(tx))) return undefined
        await addSamples(tx, samples, kept, now)
        return samples.manuscripts.length
      })
      .catch((error: unknown) => {
        if (TAKEN.some((index) => isUniqueViolation(error, index))) return undefined
        throw error
      }),
  )
  return added ?? 0
}

/** True after the sample articles have come, while nothing real has, and until these have come or gone. */
async function areWanted(db: Db): Promise<boolean> {
  const actions = await db
    .selectFrom('audit_entries')
    .select('action')
    .where('action', 'in', [SAMPLES_ADDED, SAMPLE_CASES_ADDED, SAMPLES_REMOVED])
    .execute()
  if (actions.length === 0 || actions.some(({ action }) => action !== SAMPLES_ADDED)) return false
  const real = await db.selectFrom('articles').select('id').where('origin', '<>', 'sample').limit(1).executeTakeFirst()
  const editor = await firstAdministrator(db)
  return real === undefined && editor !== undefined
}

const firstAdministrator = (db: Db) =>
  db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** How many files a manuscript has, in the order in which they are stored: one for each version, then its proofs. */
const count = ({ events }: SampleManuscript, what: string): number => events.filter(([, kind]) => kind === what).length

async function* filesOf({ manuscripts }: SampleManuscripts): AsyncGenerator<FileToStore> {
  for (const manuscript of manuscripts) {
    for (let version = 1; version <= 1 + count(manuscript, 'revised'); version++) yield sampleText(manuscript, version)
    for (let proof = 0; proof < count(manuscript, 'proof'); proof++) yield await sampleProof(manuscript)
  }
}

async function addSamples(tx: Tx, samples: SampleManuscripts, kept: FileRow[], now: Date): Promise<void> {
  const files = [...kept]
  for (const file of files) await insertFile(tx, file)
  const reviewers = await addReviewers(tx, samples)
  const sampleEditor = await addUser(tx, samples.editor.name, samples.editor.email)
  const ownEditor = (await firstAdministrator(tx))!.id
  for (const manuscript of samples.manuscripts) {
    const ids = (wanted: number) => files.splice(0, wanted).map(({ id }) => id)
    const [first, ...revisions] = ids(1 + count(manuscript, 'revised'))
    const proofs = ids(count(manuscript, 'proof'))
    const editorId = manuscript.decidedBy === 'sample' ? sampleEditor : ownEditor
    const opened = await addManuscript(tx, manuscript, first!, now)
    const played: Played = { ...opened, editorId, reviewers, files: { revisions, proofs } }
    await playSample(tx, played, manuscript, now)
  }
  await writeAuditEntry(tx, null, SAMPLE_CASES_ADDED, 'samples', { after: { manuscripts: samples.manuscripts.length } })
  // Readers see figures of peer review.
  await touchPublicSite(tx)
}

async function addReviewers(tx: Tx, { reviewers }: SampleManuscripts): Promise<Played['reviewers']> {
  const added = new Map<string, { id: string; email: string }>()
  const at = new Date().toISOString()
  for (const [word, { name, affiliation, expertise }] of Object.entries(reviewers)) {
    const [id, email] = [newId(), addressOf({ name, affiliation })]
    await tx
      .insertInto('reviewers')
      .values({
        ...{ id, full_name: name, affiliation, expertise, orcid: null, user_id: null, away_until: null, is_sample: 1 },
        ...{ do_not_ask_at: null, erased_at: null, created_at: at, updated_at: at },
      })
      .execute()
    await tx
      .insertInto('reviewer_addresses')
      .values({ reviewer_id: id, position: 0, email, vouched_by: null, created_at: at })
      .execute()
    added.set(word, { id, email })
  }
  await saveReviewerWords(
    tx,
    [...added.values()].map(({ id }) => id),
  )
  return added
}

/** What no hash is equal to: nobody signs in as someone who was invented, and no link to set a password is ever sent. */
const NO_PASSWORD = '$argon2id$v=19$m=19456,t=2,p=1$c2FtcGxlc2hhdmVub25lIQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

async function addUser(tx: Tx, fullName: string, email: string): Promise<string> {
  const { id } = await createUser(tx, {
    ...{ fullName, email, username: `sample-${slugOf(fullName)}`, role: 'author', passwordHash: NO_PASSWORD },
    ...{ phoneNumber: null, location: null, orcid: null, lastLoginAt: null },
  })
  await tx
    .updateTable('users')
    .set({ is_sample: 1, email_confirmed_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  return id
}

/** Each place has a domain of its own: who shares one has a conflict of interest. */
const addressOf = ({ name, affiliation }: { name: string; affiliation: string }): string =>
  `${slugOf(name).replaceAll('-', '.')}@${slugOf(affiliation.split(',')[0]!)}.invalid`

/** A manuscript with its authors and its case, in screening. */
async function addManuscript(
  tx: Tx,
  manuscript: SampleManuscript,
  fileId: string,
  now: Date,
): Promise<Pick<Played, 'articleId' | 'authorId'>> {
  const { number, title, category, keyMessage, keywords, abstract, authors, suggests = [], received } = manuscript
  const at = new Date(now.getTime() - received * DAY_MS).toISOString()
  const authorId = await addUser(tx, authors[0]!.name, addressOf(authors[0]!))
  const { id: articleId } = await writeArticle(tx, {
    content: {
      ...{ title, keywords, excerpt: keyMessage, abstract: `<p>${abstract}</p>` },
      ...{ categoryId: await categoryNamed(tx, category, 'sample'), receivedAt: dayOf(at) },
    },
    contributors: authors.map(({ name, affiliation }, index) => ({
      ...personName({ fullName: name }),
      ...affiliationsOf({ affiliation }),
      ...{ email: addressOf({ name, affiliation }), orcidId: null, profileUrl: null, credit: [] },
      role: index === 0 ? 'Corresponding Author' : 'Author',
    })),
    ...{ submitterId: authorId, origin: 'sample', createdAt: at, publishedAt: null, at },
    files: { kind: 'manuscript', ids: [fileId] },
  })
  await openCase(tx, { articleId, submitterId: authorId, receivedOn: dayOf(at), at, sampleNumber: number })
  for (const [position, { name, affiliation, reason }] of suggests.entries()) {
    await tx
      .insertInto('reviewer_suggestions')
      .values({
        ...{ id: newId(), article_id: articleId, position, full_name: name, affiliation },
        email: addressOf({ name, affiliation }),
        ...{ kind: 'suggest', source: 'author', assignment_id: null, reason, created_at: at, used_at: null },
      })
      .execute()
  }
  return { articleId, authorId }
}
