import type { ComparedPlace } from '../../../contract/api/versions.ts'
import { awardInWords, linkInWords } from '../../../contract/rules/articles/declared-works.ts'
import { newNameInWords, permitInWords, voucherWithLinks } from '../../../contract/rules/articles/declared-material.ts'
import { supplementFacts } from '../../../contract/rules/articles/supplements.ts'
import { keywordList } from '../../../contract/rules/articles/keywords.ts'
import { printedPages, printedVolume } from '../../../contract/rules/articles/place-in-volume.ts'
import { CORRECTION_FIELDS, STATEMENT_NAMES, STATEMENTS } from '../../../contract/rules/articles/statements.ts'
import { creditInWords } from '../../../contract/rules/people/credit.ts'
import { textOfHtml } from '../../../contract/rules/text/html-text.ts'
import { plainTitle } from '../../../contract/rules/text/inline-markup.ts'
import { comparePairs } from '../../documents/compare.ts'
import type { FileResources } from '../files/resources.ts'
import { fileOfVersion, type History, recordOfVersion } from './read-versions.ts'
import { textOfVersion, type VersionText } from './version-texts.ts'
import type { StoredRecord } from './write-version.ts'

/** Paragraphs of one place of a version; of a figure the address of its picture. */
interface Place {
  place: string
  paragraphs: string[]
  picture?: string | null
}

/**
 * What differs between two versions of an article: field by field, then section by section of the text with its tables row by
 * row, then its pictures. Null if the process that compares gave no answer.
 */
export async function compareVersions(
  resources: FileResources,
  history: History,
  { from, to }: { from: number; to: number },
): Promise<ComparedPlace[] | null> {
  const [before, after] = [await placesOf(resources, history, from), await placesOf(resources, history, to)]
  const places = [...new Set([...after.keys(), ...before.keys()])].flatMap((name) => {
    const [one, other] = [before.get(name), after.get(name)]
    const texts = [one?.paragraphs ?? [], other?.paragraphs ?? []] as const
    const pictures = [one?.picture ?? null, other?.picture ?? null] as const
    const isOtherPicture = pictures[0] !== pictures[1]
    return isOtherPicture || texts[0].join('\n') !== texts[1].join('\n')
      ? [{ place: other?.place ?? one!.place, texts, pictures: isOtherPicture ? pictures : null }]
      : []
  })
  if (!places.length) return []
  const compared = await comparePairs(
    resources.workers,
    places.map(({ texts }) => texts),
  )
  if (!compared) return null
  return places.map(({ place, pictures }, index) => ({
    place,
    paragraphs: compared[index]!,
    figure: pictures && { before: pictures[0], after: pictures[1] },
  }))
}

/** All that a version says: its fields, and its text section by section. */
export async function passagesOfVersion(
  resources: FileResources,
  history: History,
  number: number,
): Promise<{ place: string; paragraphs: string[] }[]> {
  const record = await recordOfVersion(resources.database.db, history, number)
  const text = await textOfVersion(resources, history, number)
  const places = [...fieldsOf(record), ...(text ? sectionsOf(text).map(([, place]) => place) : [])]
  return places.flatMap(({ place, paragraphs }) => {
    const said = paragraphs.filter(Boolean)
    return said.length ? [{ place, paragraphs: said }] : []
  })
}

/** By a key that both versions share. */
async function placesOf(resources: FileResources, history: History, number: number): Promise<Map<string, Place>> {
  const record = await recordOfVersion(resources.database.db, history, number)
  const text = await textOfVersion(resources, history, number)
  const pdf = fileOfVersion(history, number, 'pdf')
  return new Map([
    ...fieldsOf(record).map((place) => [`field ${place.place}`, place] as const),
    ...(text ? sectionsOf(text) : []),
    ...(text ? figuresOf(text) : []),
    // Two PDFs differ or they do not: what they say is compared in the text.
    ['pdf', { place: 'PDF', paragraphs: pdf ? [`${pdf.bytes} bytes, SHA-256 ${pdf.sha256}`] : [] }] as const,
  ])
}

const fieldsOf = (record: StoredRecord): Place[] => [
  { place: CORRECTION_FIELDS.title, paragraphs: [plainTitle(record.title)] },
  { place: CORRECTION_FIELDS.contributors, paragraphs: record.contributors.map(authorLine) },
  { place: CORRECTION_FIELDS.excerpt, paragraphs: [plainTitle(record.excerpt)] },
  { place: CORRECTION_FIELDS.abstract, paragraphs: blocksOf(record.abstract) },
  { place: CORRECTION_FIELDS.keywords, paragraphs: [keywordList(record.keywords).join(', ')] },
  { place: CORRECTION_FIELDS.categoryId, paragraphs: [record.category.name] },
  { place: CORRECTION_FIELDS.volumeId, paragraphs: [placeInVolume(record)] },
  { place: CORRECTION_FIELDS.imageAlt, paragraphs: linesOf(record.imageAlt ?? '') },
  { place: CORRECTION_FIELDS.awards, paragraphs: record.awards.map(awardInWords) },
  { place: CORRECTION_FIELDS.links, paragraphs: record.links.map(linkInWords) },
  { place: CORRECTION_FIELDS.vouchers, paragraphs: (record.vouchers ?? []).map(voucherWithLinks) },
  { place: CORRECTION_FIELDS.permitDetails, paragraphs: (record.permitDetails ?? []).map(permitInWords) },
  { place: CORRECTION_FIELDS.newNames, paragraphs: (record.newNames ?? []).map(newNameInWords) },
  { place: CORRECTION_FIELDS.supplements, paragraphs: record.supplements.map(supplementLine) },
  ...STATEMENT_NAMES.map((name) => ({ place: STATEMENTS[name].heading, paragraphs: linesOf(record[name] ?? '') })),
]

/** Two files differ or they do not: the checksum tells. */
const supplementLine = ({ title, doi, sha256, ...facts }: StoredRecord['supplements'][number]): string =>
  [title, supplementFacts({ ...facts, doi }), doi, `SHA-256 ${sha256}`].filter(Boolean).join('; ')

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim())

/** The paragraphs, headings and items of a rich text. */
export const blocksOf = (html: string): string[] =>
  html
    .split(/<\/(?:p|li|h[1-6])>|<br ?\/?>/)
    .map((block) => textOfHtml(block))
    .filter(Boolean)

const authorLine = ({ role, contributor }: StoredRecord['contributors'][number]): string =>
  [
    ...[contributor.fullName, contributor.affiliation, contributor.orcidId],
    ...[role === 'Corresponding Author' ? role : '', creditInWords(contributor.credit)],
  ]
    .filter(Boolean)
    .join('; ')

const placeInVolume = ({ volume, issue, pageNum }: StoredRecord): string =>
  [printedVolume(volume?.name, issue), pageNum && `pages ${printedPages(pageNum)}`].filter(Boolean).join(', ')

/** The passages of each section, in the order of the text. */
const sectionsOf = ({ passages }: VersionText): (readonly [string, Place])[] =>
  [...Map.groupBy(passages, ({ section }) => section)].map(([section, some]) => [
    `section ${section}`,
    { place: section || 'Text', paragraphs: some.map(({ text }) => text) },
  ])

const figuresOf = ({ outline }: VersionText): (readonly [string, Place])[] =>
  outline.figures.map(({ label, image }) => [`figure ${label}`, { place: label, paragraphs: [], picture: image }])
