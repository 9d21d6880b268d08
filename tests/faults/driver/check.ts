import { createHash } from 'node:crypto'
import type { Load } from './load.ts'
import { anEditor } from './manuscripts.ts'
import { rowsOf, type Place, type Row } from './place.ts'
import type { Acknowledged } from './witness.ts'

export interface Found {
  lost: string[]
  duplicated: string[]
  halfDone: string[]
}

const nothing = (): Found => ({ lost: [], duplicated: [], halfDone: [] })

/** Each statement lists what is there in part: a manuscript without its files, say. */
const HALF_DONE: Record<string, string> = {
  'articles without people':
    'select id from articles where not exists (select 1 from article_people c where c.article_id = articles.id)',
  'articles without files':
    'select id from articles where not exists (select 1 from article_files f where f.article_id = articles.id)',
  'articles without a case':
    'select id from articles where not exists (select 1 from review_cases c where c.article_id = articles.id)',
  'articles without a head':
    'select id from articles where not exists (select 1 from article_heads h where h.article_id = articles.id)',
  'articles that the log does not know':
    'select id from articles where not exists (select 1 from audit_entries e where e.subject = articles.id)',
  'articles published in part':
    'select id from articles where (published_at is null) <> (approved_at is null) or (published_at is null) <> (pdf_file_id is null)',
  'rounds of review without reviewers':
    'select id from review_rounds where not exists (select 1 from review_assignments a where a.round_id = review_rounds.id)',
  'invitations without an email or a letter sent':
    "select id from review_assignments a where state <> 'standby' and not exists (select 1 from outbox o where o.assignment_id = a.id)",
  'reports of reviewers who have not reported':
    "select r.id from review_reports r join review_assignments a on a.id = r.assignment_id where a.state <> 'submitted'",
  'reviewers who have reported nothing':
    "select id from review_assignments a where state = 'submitted' and not exists (select 1 from review_reports r where r.assignment_id = a.id)",
  'decisions without a letter to the authors':
    'select id from decisions d where not exists (select 1 from outbox o where o.decision_id = d.id)',
  'sessions of nobody': 'select id from sessions where user_id not in (select id from users)',
}

const TWICE: Record<string, string> = {
  accounts: 'select lower(email) as id from users group by lower(email) having count(*) > 1',
  articles: 'select title as id from articles group by title having count(*) > 1',
  invitations:
    'select article_id || email as id from review_assignments group by article_id, email having count(*) > 1',
  reviewers: 'select email as id from reviewer_addresses group by email having count(*) > 1',
  reports: 'select assignment_id as id from review_reports group by assignment_id having count(*) > 1',
  decisions: 'select article_id as id from decisions group by article_id having count(*) > 1',
  'emails in the outbox': `select kind || ' ' || recipient || ' ' || coalesce(article_id, '') as id from outbox
     where kind in ('reviewer-invitation', 'author-decision', 'reviewer-report-received')
     group by kind, recipient, article_id, assignment_id, decision_id having count(*) > 1`,
}

/** Compares what was acknowledged with the tables and the bytes themselves. */
export async function checkTables(place: Place, acknowledged: Acknowledged[]): Promise<Found> {
  const found = nothing()
  const all = (statement: string) => rowsOf(place, statement)
  const by = (rows: Row[], key: (row: Row) => unknown) => {
    const map = new Map<string, Row[]>()
    for (const row of rows) map.set(String(key(row)), [...(map.get(String(key(row))) ?? []), row])
    return (key: string) => map.get(key) ?? []
  }
  const users = by(await all('select email, username, full_name from users'), (row) => row.email)
  const files = by(await all('select id, sha256, bytes from files'), (row) => row.id)
  const articles = by(
    await all('select id, title, abstract, published_at, approved_at, pdf_file_id from articles'),
    (row) => row.id,
  )
  const filesOf = by(await all('select article_id, file_id from article_files'), (row) => row.article_id)
  const peopleOf = by(await all('select article_id from article_people'), (row) => row.article_id)
  const assignments = by(
    await all('select id, article_id, email, state, replied_at from review_assignments'),
    (row) => `${row.article_id} ${row.email}`,
  )
  const drafts = by(await all('select assignment_id, revision, content from review_drafts'), (row) => row.assignment_id)
  const reports = by(await all('select assignment_id, to_authors from review_reports'), (row) => row.assignment_id)
  const attached = by(await all('select id, assignment_id, file_id from review_files'), (row) => row.id)
  const decisions = by(await all('select id, article_id, kind, letter from decisions'), (row) => row.id)

  const hasBytes = async (id: string, sha256: string) => {
    const bytes = await place.files.bytes(id)
    return bytes !== undefined && createHash('sha256').update(bytes).digest('hex') === sha256
  }
  const isThere = async (one: Acknowledged): Promise<boolean> => {
    const assignment = 'email' in one && 'article' in one ? assignments(`${one.article} ${one.email}`)[0] : undefined
    switch (one.what) {
      case 'account':
        return users(one.email).some((row) => row.username === one.username && row.full_name === one.fullName)
      case 'file':
        return files(one.id).some((row) => row.sha256 === one.sha256 && row.bytes === one.bytes) && (await hasBytes(one.id, one.sha256)) // prettier-ignore
      case 'article':
        return (
          articles(one.id).some((row) => row.title === one.title && row.abstract === one.abstract) &&
          one.files.every((file) => filesOf(one.id).some((row) => row.file_id === file)) &&
          peopleOf(one.id).length === one.people
        )
      case 'approval':
        return articles(one.id).some((row) => row.published_at && row.approved_at && row.pdf_file_id)
      case 'invitation':
        return assignment !== undefined
      case 'agreement':
        return !!assignment?.replied_at && ['agreed', 'submitted'].includes(String(assignment.state))
      case 'draft': {
        const saved = drafts(String(assignment?.id))[0]
        if (!saved) return reports(String(assignment?.id)).length > 0
        const isNewer = Number(saved.revision) > one.revision
        return isNewer || (Number(saved.revision) === one.revision && draftText(saved) === one.text)
      }
      case 'report file': {
        const row = attached(one.id)[0]
        return row?.assignment_id === assignment?.id && !!row && (await hasBytes(String(row.file_id), one.sha256))
      }
      case 'report':
        return reports(String(assignment?.id)).some((row) => row.to_authors === one.text)
      case 'decision':
        return decisions(one.id).some((row) => row.article_id === one.article && row.kind === one.kind && row.letter === one.letter) // prettier-ignore
    }
  }
  for (const one of acknowledged) if (!(await isThere(one))) found.lost.push(JSON.stringify(one).slice(0, 200))

  for (const [what, statement] of Object.entries(TWICE)) {
    for (const { id } of await all(statement)) found.duplicated.push(`${what}: ${id}`)
  }
  for (const [what, statement] of Object.entries(HALF_DONE)) {
    for (const { id } of await all(statement)) found.halfDone.push(`${what}: ${id}`)
  }
  // A row is never without its bytes.
  for (const row of await all('select id, bytes from files')) {
    const size = await place.files.size(String(row.id))
    if (size !== row.bytes) found.halfDone.push(`a file's row has ${row.bytes} bytes, the store ${size}: ${row.id}`)
  }
  return found
}

const draftText = ({ content }: Row): string => (JSON.parse(String(content)) as { toAuthors: string }).toAuthors

/** The database itself says that it is whole. */
export async function checkIntegrity(place: Place): Promise<string[]> {
  if (place.engine === 'postgres') return []
  const [integrity, references] = [
    await rowsOf(place, 'pragma integrity_check'),
    await rowsOf(place, 'pragma foreign_key_check'),
  ]
  const well = integrity.length === 1 && integrity[0]!.integrity_check === 'ok' && !references.length
  return well ? [] : [`the database is damaged: ${JSON.stringify([...integrity, ...references]).slice(0, 300)}`]
}

/** Asks the journal for some of what was acknowledged, as its editor and as a reader do. */
export async function checkByApi(load: Load, acknowledged: Acknowledged[], most: number): Promise<Found> {
  const found = nothing()
  const editor = anEditor(load)
  const step = Math.max(1, Math.ceil(acknowledged.length / most))
  const some = acknowledged.filter((_, at) => at % step === 0)
  for (const one of some) {
    const lose = (why: string) => found.lost.push(`by the API (${why}): ${JSON.stringify(one).slice(0, 200)}`)
    if (one.what === 'article' || one.what === 'approval') {
      const { status, body } = await editor.get<{ title: string; published: boolean }>(`/posts/details/${one.id}`)
      if (status !== 200 || body.title !== one.title) lose(`${status}`)
      if (one.what === 'approval' && !body.published) lose('not published')
    }
    if (one.what === 'approval') {
      // Without a session: the public sees it.
      const { status } = await load.ask('GET', `/posts/details/${one.id}`, () => ({}))
      if (status !== 200) lose(`a reader gets ${status}`)
    }
    if (one.what === 'invitation' || one.what === 'decision') {
      const id = one.article
      const { status } = await editor.get(`/cases/${id}`)
      if (status !== 200) lose(`its case: ${status}`)
    }
    if (one.what === 'file') {
      const link = await editor.get<{ url: string }>(`/files/${one.id}/link`)
      if (link.status !== 200) continue // Nobody but its uploader sees a file that is part of nothing yet.
      const answer = await fetch(new URL(new URL(link.body.url, load.url).pathname + new URL(link.body.url, load.url).search, load.url)) // prettier-ignore
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (createHash('sha256').update(bytes).digest('hex') !== one.sha256) lose(`other bytes, ${answer.status}`)
    }
  }
  // The public list is exactly what was published.
  const listed = await load.ask('GET', '/posts/published?limit=1', () => ({}))
  if (listed.status !== 200) found.lost.push(`the public list: ${listed.status}`)
  return found
}

export function addTo(into: Found, found: Found): void {
  into.lost.push(...found.lost)
  into.duplicated.push(...found.duplicated)
  into.halfDone.push(...found.halfDone)
}
