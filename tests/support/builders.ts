/**
 * Builders for test data. Every builder creates its own prerequisites, gives every record a unique
 * name, and returns the row. A test sets only the options that matter to it. Builders need only a
 * `Database`, so journeys use them on the database of a running server.
 *
 *   const admin = await aSignedIn(journal, { role: 'admin' })       // { user, headers, … }
 *   const volume = await aVolume(database, { title: 'Volume 3' })
 *   const article = await anArticle(database, { state: 'pending', submitter: author.user, volume })
 */
import { createHash } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import type { TypedAffiliation } from '../../src/contract/rules/people/affiliations.ts'
import { affiliationsOf, type ContributorRole, personName } from '../../src/contract/rules/people/people.ts'
import type { Role } from '../../src/contract/rules/accounts/access.ts'
import type { Database, Tx } from '../../src/platform/database/connect.ts'
import { touchPublicSite } from '../../src/platform/database/site-version.ts'
import type {
  ArticleRow,
  ContributorRow,
  FileRow,
  Tables,
  TombstoneRow,
  UserRow,
} from '../../src/platform/database/tables.ts'
import { newId } from '../../src/platform/ids.ts'
import { saveHeads } from '../../src/platform/search-engine/article-heads.ts'
import { AddressHashes } from '../../src/journal/peer-review/reviewers/address-hashes.ts'
import { createReviewer } from '../../src/journal/peer-review/reviewers/commands.ts'
import type { AccessTokens } from '../../src/journal/accounts/sessions/access-tokens.ts'
import { openSession } from '../../src/journal/accounts/sessions/commands.ts'
import { hashPassword } from '../../src/journal/accounts/users/passwords.ts'
import type { FileStore } from '../../src/platform/storage/store.ts'
import { createUser } from '../../src/journal/accounts/users/commands.ts'
import { findUser } from '../../src/journal/accounts/users/queries.ts'

/** The password of every user built without another. */
export const PASSWORD = 'Sunflower-42'
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$K4yqWlEN3MNWcC4pmh1osQ$Y/TwCFRpCFdXaw0GCFo1QIYxAKOIN0GnFwwWcsOIuF8'

/** Words that must not appear in a public answer: builders put them into private fields. */
export const PRIVATE_WORDS = [
  'reviewer-secret',
  'private-author',
  'submitter-secret',
  'comment-secret',
  'manuscript-secret',
]

let made = 0
const next = (): number => ++made

/** Each record is created one minute after the previous one, so that 'newest first' is well defined. */
const minute = (number: number): string => new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()

export interface UserOptions {
  role?: Role
  fullName?: string
  username?: string
  email?: string
  /** Whether the address was confirmed; it was unless this is false. */
  confirmed?: boolean
  /** Requires a costly password hash; without it the password is `PASSWORD`. */
  password?: string
  location?: string | null
  phoneNumber?: string | null
  orcid?: string | null
}

export async function aUser(database: Database, options: UserOptions = {}): Promise<UserRow> {
  const number = next()
  const { id } = await database.transaction(async (tx) =>
    createUser(tx, {
      fullName: options.fullName ?? `Rosa Gardener ${number}`,
      username: options.username ?? `submitter_secret_${number}`,
      email: (options.email ?? `submitter-secret-${number}@plants.test`).toLowerCase(),
      phoneNumber: options.phoneNumber ?? '+92 300 1234567',
      location: options.location === undefined ? 'submitter-secret town' : options.location,
      orcid: options.orcid ?? null,
      role: options.role ?? 'author',
      passwordHash: options.password === undefined ? PASSWORD_HASH : await hashPassword(options.password),
      lastLoginAt: null,
    }),
  )
  if (options.confirmed ?? true) {
    const at = new Date().toISOString()
    await database.db.updateTable('users').set({ email_confirmed_at: at }).where('id', '=', id).execute()
  }
  return (await findUser(database.db, id))!
}

export interface SignedIn {
  user: UserRow
  sessionId: string
  accessToken: string
  refreshToken: string
  /** The Authorization header of their calls. */
  headers: { authorization: string }
}

/** A user with an open session, without a costly password check. */
export async function aSignedIn(
  journal: { database: Database; resources: { accessTokens: AccessTokens } },
  who: UserOptions | { user: UserRow } = {},
): Promise<SignedIn> {
  const { database, resources } = journal
  const user = 'user' in who ? who.user : await aUser(database, who)
  const session = await database.transaction((tx) => openSession(tx, user))
  const accessToken = await resources.accessTokens.make(session)
  return {
    user,
    sessionId: session.sessionId,
    accessToken,
    refreshToken: session.refreshToken,
    headers: { authorization: `Bearer ${accessToken}` },
  }
}

/** The header of their calls with a token of this minute: tokens expire sooner than many a test's clock moves. */
export const headersNow = async (
  { resources }: { resources: { accessTokens: AccessTokens } },
  { user, sessionId }: SignedIn,
): Promise<Pick<SignedIn, 'headers'>> => ({
  headers: {
    authorization: `Bearer ${await resources.accessTokens.make({ userId: user.id, sessionId, role: user.role })}`,
  },
})

export async function aCategory(
  database: Database,
  options: Partial<Insertable<Tables['categories']>> = {},
): Promise<Selectable<Tables['categories']>> {
  const number = next()
  const at = minute(number)
  return publicly(database, (tx) =>
    insert(tx, 'categories', {
      id: newId(),
      name: `Botany ${number}`,
      slug: `botany-${number}`,
      created_at: at,
      updated_at: at,
      ...options,
    }),
  )
}

export async function aVolume(
  database: Database,
  options: Partial<Insertable<Tables['volumes']>> = {},
): Promise<Selectable<Tables['volumes']>> {
  const number = next()
  const at = minute(number)
  return publicly(database, (tx) =>
    insert(tx, 'volumes', { id: newId(), title: `Volume ${number}`, created_at: at, updated_at: at, ...options }),
  )
}

/** The editorial-members record: there is at most one. */
export async function theEditorialMembers(
  database: Database,
  members = '<h1>Editors</h1><p>Dr Flora Green</p>',
): Promise<Selectable<Tables['editorial_members']>> {
  return publicly(database, (tx) =>
    insert(tx, 'editorial_members', { id: 'board', members, members_cleaner: 0, updated_at: minute(next()) }),
  )
}

export interface FileOptions {
  name?: string
  mediaType?: string
  owner?: { id: string } | null
  /** The bytes, and where to store them; without a store there is only the row. */
  content?: Uint8Array
  store?: FileStore
  /** Findings in a PDF, separated by commas. */
  findings?: string | null
  /** Long ago, unless it must not be swept before anything claims it. */
  createdAt?: string
}

export async function aFile(database: Database, options: FileOptions = {}): Promise<FileRow> {
  const id = newId()
  const content = options.content ?? Buffer.from(`%PDF-1.4\n% file ${id}\n`)
  await options.store?.keep(id, content)
  return database.transaction((tx) =>
    insert(tx, 'files', {
      id,
      name: options.name ?? 'article.pdf',
      media_type: options.mediaType ?? 'application/pdf',
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      owner_id: options.owner?.id ?? null,
      created_at: options.createdAt ?? minute(next()),
      findings: options.findings ?? null,
      width: null,
      height: null,
    }),
  )
}

/**
 * public: approved, published and shown. pending: just submitted. archived: was public. rejected: published
 * but not approved. approved-only: approved but not published. archived-pending: archived before a decision.
 */
export const ARTICLE_STATES = [
  'public',
  'pending',
  'archived',
  'rejected',
  'approved-only',
  'archived-pending',
] as const
export type ArticleState = (typeof ARTICLE_STATES)[number]

const FLAGS: Record<ArticleState, { published: boolean; approved: boolean; archived: boolean }> = {
  public: { published: true, approved: true, archived: false },
  pending: { published: false, approved: false, archived: false },
  archived: { published: true, approved: true, archived: true },
  rejected: { published: true, approved: false, archived: false },
  'approved-only': { published: false, approved: true, archived: false },
  'archived-pending': { published: false, approved: false, archived: true },
}

export type ContributorOptions = Partial<Omit<ContributorRow, 'id'>> & {
  role?: ContributorRole
  /** One text, with semicolons between several. */
  affiliation?: string
  affiliations?: TypedAffiliation[]
}

export interface ArticleOptions extends Partial<
  Omit<ArticleRow, 'id' | 'category_id' | 'volume_id' | 'submitter_id' | 'image_file_id' | 'pdf_file_id'>
> {
  state?: ArticleState
  category?: { id: string }
  volume?: { id: string } | null
  /** Null: imported, not submitted. */
  submitter?: { id: string } | null
  /** In the order of the paper; by default one of each role. */
  contributors?: ContributorOptions[]
  pdf?: FileRow | null
  image?: FileRow | null
  /** Names of its manuscript files. */
  manuscripts?: string[]
  /** What these files hold, and where; otherwise their bytes are missing. */
  manuscriptBytes?: Pick<FileOptions, 'store' | 'content'>
}

/** An article in any state, with people and files that contain `PRIVATE_WORDS` by default. */
export async function anArticle(database: Database, options: ArticleOptions = {}): Promise<ArticleRow> {
  const {
    state = 'public',
    category,
    volume = null,
    submitter,
    contributors = [
      { role: 'Corresponding Author', full_name: 'Ayesha Malik', email: 'corresponding@plants.test' },
      { role: 'Author', full_name: 'Bruno Kovář', email: 'private-author@plants.test' },
      { role: 'Reviewer', full_name: 'Reviewer-Secret Person', email: 'reviewer-secret@plants.test' },
    ],
    pdf = null,
    image = null,
    manuscripts = ['manuscript-secret.docx'],
    manuscriptBytes = {},
    ...columns
  } = options
  const categoryId = (category ?? (await aCategory(database))).id
  const submitterId = submitter === null ? null : (submitter ?? (await aUser(database))).id
  const papers = await Promise.all(
    manuscripts.map((name) =>
      aFile(database, {
        ...manuscriptBytes,
        name,
        mediaType: 'application/msword',
        owner: submitterId === null ? null : { id: submitterId },
      }),
    ),
  )
  const number = next()
  const at = minute(number)
  const flags = FLAGS[state]
  return publicly(database, async (tx) => {
    const made = await insert(tx, 'articles', {
      id: newId(),
      slug: `root-growth-${number}`,
      title: `Root growth in dry soil ${number}`,
      keywords: 'roots, drought, wheat',
      excerpt: `Roots of wheat grow deeper in dry soil, trial ${number}.`,
      abstract: `<p>We measured the roots of wheat in dry soil, trial ${number}.</p>`,
      // As an earlier version of the program left it: sanitised again before it is shown.
      abstract_cleaner: 0,
      category_id: categoryId,
      volume_id: volume?.id ?? null,
      issue: null,
      page_num: null,
      elocation_id: null,
      image_file_id: image?.id ?? null,
      image_alt: null,
      pdf_file_id: pdf?.id ?? null,
      submitter_id: submitterId,
      comments: 'comment-secret: please read the second table first',
      doi: null,
      received_on: null,
      accepted_on: null,
      licence_url: null,
      copyright: null,
      source_journal: null,
      source_publisher: null,
      origin: submitterId === null ? 'imported' : 'submitted',
      created_at: at,
      updated_at: at,
      published_at: flags.published ? at : null,
      approved_at: flags.approved ? at : null,
      archived_at: flags.archived ? at : null,
      version: 1,
      corrected_at: null,
      ...columns,
    })
    // A generated column cannot be written.
    const { page_order: _, ...article } = made as typeof made & { page_order: number }
    for (const [position, { role = 'Author', affiliation, affiliations, ...person }] of contributors.entries()) {
      const name = personName({ fullName: person.full_name ?? `Contributor ${next()}` })
      const contributor = await insert(tx, 'contributors', {
        id: newId(),
        full_name: name.fullName,
        family_name: name.familyName,
        given_names: name.givenNames,
        is_group: 0,
        email: 'private-author@plants.test',
        orcid: null,
        orcid_authenticated_at: null,
        profile_url: null,
        created_at: at,
        ...person,
      })
      const places = affiliationsOf({ affiliation: affiliation ?? 'Department of Botany', affiliations }).affiliations
      for (const [at, place] of places.entries()) {
        await insert(tx, 'contributor_affiliations', { contributor_id: contributor.id, position: at, ...place })
      }
      const link = { article_id: article.id, contributor_id: contributor.id, position, created_at: at }
      if (role === 'Reviewer') await insert(tx, 'article_suggested_reviewers', { ...link, named_by: submitterId })
      else await insert(tx, 'article_contributors', { ...link, role, named_by: submitterId })
    }
    for (const [position, paper] of papers.entries()) {
      await insert(tx, 'article_files', { article_id: article.id, file_id: paper.id, kind: 'manuscript', position })
    }
    await saveHeads(tx, [article.id])
    return article
  })
}

/** The row of an article as `anArticle` returns it: without the generated column. */
export async function storedArticle({ db }: Database, id: string): Promise<ArticleRow> {
  const row = await db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { page_order: _, ...article } = row as typeof row & { page_order: number }
  return article
}

export interface ReviewerOptions {
  fullName?: string
  affiliation?: string
  expertise?: string
  orcid?: string | null
  emails?: string[]
  awayUntil?: string | null
}

export interface BuiltReviewer {
  id: string
  fullName: string
  /** The first of their addresses. */
  email: string
}

/** A reviewer whom an editor has added. */
export async function aReviewer(database: Database, options: ReviewerOptions = {}): Promise<BuiltReviewer> {
  const number = next()
  const adding = { vouchedBy: null, actorId: null, hashes: new AddressHashes(Buffer.alloc(48)) }
  const person = {
    fullName: `Linnea Moss ${number}`,
    affiliation: 'Kew Gardens',
    expertise: 'mosses, lichens',
    orcid: null,
    emails: [`reviewer-${number}@moss.test`],
    ...options,
  }
  const id = await database.transaction((tx) => createReviewer(tx, adding, person))
  return { id, fullName: person.fullName, email: person.emails[0] ?? '' }
}

/** `count` articles, oldest first: the last one is the newest. */
export async function someArticles(
  database: Database,
  count: number,
  options: ArticleOptions = {},
): Promise<ArticleRow[]> {
  const articles: ArticleRow[] = []
  const category = options.category ?? (await aCategory(database))
  const submitter = options.submitter === undefined ? await aUser(database) : options.submitter
  for (let at = 0; at < count; at++) articles.push(await anArticle(database, { ...options, category, submitter }))
  return articles
}

/** The tombstone of an article that was public and has been deleted. */
export async function aTombstone(
  database: Database,
  options: Partial<Omit<TombstoneRow, 'id'>> = {},
): Promise<TombstoneRow> {
  const number = next()
  return database.transaction((tx) =>
    insert(tx, 'article_tombstones', {
      id: newId(),
      slug: `root-growth-${number}`,
      title: `Root growth in dry soil ${number}`,
      authors: JSON.stringify(['Ayesha Malik', 'Bruno Kovář']),
      doi: null,
      origin: 'submitted',
      published_at: minute(number),
      deleted_at: minute(next()),
      reason: 'It was published twice.',
      ...options,
    }),
  )
}

/** Increments the site's version, as the program does when it writes public content. */
const publicly = <T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.transaction(async (tx) => {
    const result = await work(tx)
    await touchPublicSite(tx)
    return result
  })

async function insert<T extends keyof Tables>(
  tx: Tx,
  table: T,
  row: Insertable<Tables[T]>,
): Promise<Selectable<Tables[T]>> {
  // Kysely cannot check the row type when the table is a parameter; the signature above does.
  const inserted = await tx
    .insertInto(table)
    .values(row as never)
    .returningAll()
    .executeTakeFirstOrThrow()
  return inserted as never
}
