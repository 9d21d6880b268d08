import type { AuditField } from '../../../../contract/api/audit-payloads.ts'
import type { Activity } from '../../../../contract/api/activity.ts'
import type { Affiliation } from '../../../../contract/rules/people/affiliations.ts'
import { CORRECTION_FIELDS } from '../../../../contract/rules/articles/statements.ts'
import { textOfHtml } from '../../../../contract/rules/text/html-text.ts'
import { plainTitle } from '../../../../contract/rules/text/inline-markup.ts'
import {
  affiliationInWords,
  type Contributor,
  contributorInWords,
  type Detail,
} from '../../../../contract/rules/people/people.ts'

export interface Change {
  field: string
  before: string
  after: string
}

/** The fields that an action changed, as text; unchanged fields are left out. */
export function changesOf({ before, after }: Pick<Activity, 'before' | 'after'>): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  // The same as one text.
  if (fields.has('affiliations')) fields.delete('affiliation')
  return [...fields].flatMap((field) => {
    const sides = (detail: Detail): Change => ({
      field: fieldWords(field),
      before: valueWords(before?.[field], detail),
      after: valueWords(after?.[field], detail),
    })
    const changed = (['in brief', 'in parts'] as const).map(sides).find((change) => change.before !== change.after)
    return changed ? [changed] : []
  })
}

/** The current name of the subject, otherwise the one recorded with the action; null if there is none. */
export function subjectName({ action, subject, before, after }: Activity): string | null {
  if (subject.name !== null) return subject.name
  for (const field of ['title', 'name', 'fullName', 'email'] satisfies AuditField[]) {
    const name = before?.[field] ?? after?.[field]
    if (typeof name === 'string' && name) return action.startsWith('article.') ? plainTitle(name) : name
  }
  return null
}

/** Labels for fields whose own names are unclear. */
const NAMES: Partial<Record<AuditField, string>> = {
  ...CORRECTION_FIELDS,
  pdfUrl: 'PDF',
  pdfFileId: 'PDF file',
  imageUrl: 'Image',
  orcidId: 'ORCID iD',
  orc_id: 'ORCID iD',
  isGroup: 'Group',
  orcidProven: 'Proven by ORCID',
  doi: 'DOI',
  begins: 'Begins with',
  sha256: 'SHA-256',
  changedFields: 'Changed',
}

/** 'publishedAt' as 'Published at'. */
export function fieldWords(field: string): string {
  if (Object.hasOwn(NAMES, field)) return NAMES[field as AuditField]!
  const words = field.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** A value as text; empty for none. */
export function valueWords(value: unknown, detail: Detail = 'in brief'): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') {
    if (INSTANT.test(value)) return `${value.slice(0, 10)} ${value.slice(11, 16)} UTC`
    return textOfHtml(value)
  }
  if (Array.isArray(value)) {
    const parts = value.map((part) => valueWords(part, detail)).filter(Boolean)
    return parts.join(value.some(isRecord) ? '; ' : ', ')
  }
  if (isAffiliation(value)) return affiliationInWords(value, detail)
  if (isContributor(value)) return contributorInWords(value, detail).join(', ')
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([field, part]) => [fieldWords(field), valueWords(part, detail)])
      .filter(([, part]) => part)
      .map((pair) => pair.join(': '))
      .join('; ')
  }
  return String(value)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isAffiliation = (value: unknown): value is Affiliation => isRecord(value) && typeof value.line === 'string'

const isContributor = (value: unknown): value is Contributor =>
  isRecord(value) && typeof value.fullName === 'string' && Array.isArray(value.affiliations)
