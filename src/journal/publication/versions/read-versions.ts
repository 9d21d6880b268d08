import type { PublicArticle, PublicContributor } from '../../../contract/api/articles.ts'
import type { Version } from '../../../contract/api/versions.ts'
import { type CorrectionField, eachStatement, notAskedOf } from '../../../contract/rules/articles/statements.ts'
import { NO_MATERIAL, withheldSince } from '../../../contract/rules/articles/declared-material.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { type Contributor, isPublicRole } from '../../../contract/rules/people/people.ts'
import { paths } from '../../../contract/rules/site/paths.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { ArticleRow, FileRow } from '../../../platform/database/tables.ts'
import type { VersionFileRow, VersionRow } from '../../../platform/database/version-tables.ts'
import { notFound } from '../../../platform/errors.ts'
import { findPublicArticle } from '../articles/queries.ts'
import { NO_WORKS } from '../articles/declared-works.ts'
import { presentPublicArticle } from '../articles/present.ts'
import { articleGone } from '../articles/tombstones.ts'
import { currentFiles, type StoredRecord } from './write-version.ts'

/** A public article and its versions, newest first. */
export interface History {
  row: ArticleRow
  article: PublicArticle
  versions: VersionRow[]
  files: Map<number, (Pick<VersionFileRow, 'kind'> & { name: string; file: FileRow })[]>
}

/** The versions of a public article; throws for any other. */
export async function loadHistory(db: Db, id: string): Promise<History> {
  const loaded = await findPublicArticle(db, id)
  if (!loaded) throw await articleGone(db, id)
  const { row } = loaded
  const stored = await db
    .selectFrom('article_versions as version')
    .leftJoin('notices', 'notices.id', 'version.notice_id')
    .selectAll('version')
    // A notice is read under its own article.
    .select('notices.article_id as notice_id')
    .where('version.article_id', '=', id)
    .orderBy('version.number', 'desc')
    .execute()
  const versions = stored.length ? stored : [unwritten(row)]
  const former = await db
    .selectFrom('article_version_files as kept')
    .innerJoin('files', 'files.id', 'kept.file_id')
    .selectAll('files')
    .select(['kept.number', 'kept.kind', 'kept.name as kept_name'])
    .where('kept.article_id', '=', id)
    .execute()
  const now = await currentFiles(db, row)
  const live = now.length
    ? await db.selectFrom('files').selectAll().where('id', 'in', now.map(({ file_id }) => file_id)).execute() // prettier-ignore
    : []
  const files: History['files'] = new Map()
  for (const { number, kind, kept_name, ...file } of former) {
    files.set(number, [...(files.get(number) ?? []), { kind, name: kept_name, file }])
  }
  files.set(
    versions[0]!.number,
    now.flatMap(({ kind, name, file_id }) => {
      const file = live.find(({ id: one }) => one === file_id)
      return file ? [{ kind, name, file }] : []
    }),
  )
  return { row, article: presentPublicArticle(loaded), versions, files }
}

/** Of an article whose versions were never written: it has one. */
const unwritten = ({ id, published_at }: ArticleRow): VersionRow => ({
  ...{ article_id: id, number: 1, weight: 'first', notice_id: null, reason: '', edit: null },
  ...{ content: null, sha256: null, at: published_at ?? '', by_user: null },
})

export const fileOfVersion = ({ files }: History, number: number, kind: VersionFileRow['kind']): FileRow | undefined =>
  files.get(number)?.find((one) => one.kind === kind)?.file

/** A version as the API tells it. */
export function presentVersion(
  history: History,
  { number, weight, at, reason, notice_id, sha256 }: VersionRow,
): Version {
  const { id } = history.row
  const isCurrent = number === history.versions[0]!.number
  const isHidden = history.row.standing === 'removed' && !isCurrent
  const fact = (kind: 'pdf' | 'source', url: string, originalUrl: string) => {
    const file = fileOfVersion(history, number, kind)
    return file && !isHidden ? { url, originalUrl, bytes: file.bytes, sha256: file.sha256 } : null
  }
  return {
    ...{ number, weight, at, reason, noticeId: notice_id, recordSha256: sha256 },
    isCurrent,
    pdf: fact('pdf', paths.versionPdf(id, number), paths.versionOriginalPdf(id, number)),
    xml: fact('source', paths.versionXml(id, number), paths.versionXml(id, number)),
  }
}

/** A version that readers may see: an article that was removed shows none but the one that is left of it. */
export function versionOf({ versions, row }: History, number: number): VersionRow {
  const found = versions.find((version) => version.number === number)
  if (!found || (row.standing === 'removed' && found !== versions[0])) throw notFound('Version')
  return found
}

/**
 * What the article's record said in a version. The current one is the article; one from before records were stored is
 * followed back from the next one by what its correction has replaced.
 */
export async function recordOfVersion(db: Db, history: History, number: number): Promise<StoredRecord> {
  versionOf(history, number)
  const { pdfUrl: _pdf, imageUrl: _image, imageSize: _size, pdfIsTypeset: _typeset, ...whole } = history.article
  const { notices: _notices, standing: _standing, ...current } = whole
  let record: StoredRecord = { ...current, title: history.row.title, titleText: plainTitle(history.row.title) }
  for (const version of history.versions) {
    if (version.content !== null) record = completed(JSON.parse(version.content) as StoredRecord)
    if (version.number === number) return asShownNow(history, { ...record, versionNumber: number })
    const before = history.versions.find((one) => one.number === version.number - 1)
    if (before?.content === null && version.edit !== null) record = await withoutCorrection(db, record, version.edit)
  }
  throw notFound('Version')
}

/** A version with what is withheld today, and with what was not asked: both follow from the article. */
const asShownNow = ({ row, article }: History, record: StoredRecord): StoredRecord => ({
  ...record,
  vouchers: withheldSince(record.vouchers ?? [], article.vouchers ?? []),
  notAsked: row.standing === 'removed' ? [] : notAskedOf(row.asked_statements, record),
})

/** A record as it was stored, with what articles did not have then. */
const completed = (record: StoredRecord): StoredRecord => ({
  ...eachStatement(() => null),
  ...NO_WORKS,
  ...NO_MATERIAL,
  ...{ namesLocked: false, notAsked: [] },
  ...record,
  contributors: record.contributors.map((one) => ({
    ...one,
    contributor: { ...NO_CREDIT, ...one.contributor },
  })),
})
const NO_CREDIT: Pick<PublicContributor['contributor'], 'credit' | 'creditSaidBy'> = { credit: [], creditSaidBy: null }

type Replaced = Partial<Record<CorrectionField, unknown>>

/** A record as it was before a correction. */
async function withoutCorrection(db: Db, record: StoredRecord, edit: number): Promise<StoredRecord> {
  const correction = await db
    .selectFrom('article_corrections')
    .select('replaced')
    .where('article_id', '=', record.id)
    .where('version', '=', edit)
    .executeTakeFirst()
  if (!correction) return record
  const {
    contributors,
    categoryId,
    volumeId,
    imageUrl: _image,
    pdfUrl: _pdf,
    fullTextUrl: _text,
    ...plain
  } = JSON.parse(correction.replaced) as Replaced
  const before: StoredRecord = { ...record, ...(plain as Partial<StoredRecord>) }
  before.titleText = plainTitle(before.title)
  if (contributors) {
    before.contributors = (contributors as (Contributor & { contributorId: string })[]).flatMap((one) =>
      toPublic(one, record.createdAt),
    )
  }
  if (typeof categoryId === 'string') {
    const category = await db
      .selectFrom('categories')
      .select(['id', 'name'])
      .where('id', '=', categoryId)
      .executeTakeFirst()
    if (category) Object.assign(before, { categoryId, category })
  }
  if (volumeId !== undefined) {
    const volume =
      typeof volumeId === 'string'
        ? await db.selectFrom('volumes').select(['id', 'title']).where('id', '=', volumeId).executeTakeFirst()
        : undefined
    Object.assign(before, {
      volumeId: volume?.id ?? null,
      volume: volume ? { id: volume.id, title: volume.title, name: volume.title } : null,
    })
  }
  return before
}

/** What readers were shown of a person whom a correction has kept. */
function toPublic(
  { contributorId, role, email, ...person }: Contributor & { contributorId: string },
  createdAt: string,
): PublicContributor[] {
  if (!isPublicRole(role)) return []
  const { fullName, familyName, givenNames, isGroup, affiliation, affiliations, orcidId } = person
  return [
    {
      ...{ role, createdAt, contributorId },
      contributor: {
        ...{ fullName, familyName, givenNames, isGroup, affiliation, affiliations, orcidId, createdAt },
        orcidAuthenticated: false,
        ...NO_CREDIT,
        ...(person.credit ? { credit: person.credit } : {}),
        ...(role === 'Corresponding Author' && email ? { email } : {}),
      },
    },
  ]
}
