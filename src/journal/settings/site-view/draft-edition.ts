import { DraftContent, DraftedText, DraftedValue } from '../../../contract/api/settings.ts'
import { fieldOf } from '../../../contract/rules/settings/fields.ts'
import { isOwnPage, OWN_PAGES_MAX, ownPageIn } from '../../../contract/rules/settings/own-pages.ts'
import { textTitle } from '../../../contract/rules/settings/texts.ts'
import { faultsTogether, valueFault } from '../../../contract/rules/settings/value-faults.ts'
import type { Value } from '../../../contract/rules/settings/values.ts'
import type { Db } from '../../../platform/database/connect.ts'
import type { Edition } from '../current-journal.ts'
import { DEFAULT_VALUES, digestOf } from '../defaults.ts'
import { knownAddresses } from '../own-pages.ts'
import { textFault } from '../text-faults.ts'
import { newestTexts } from '../text-versions.ts'
import { isOwnKey, partsOfKey, type TextBuilder, type TextKey, textKey } from '../texts.ts'
import { type Content, valuesIn } from '../versions.ts'

/** The journal as one editor has changed it. */
export interface DraftEdition {
  edition: Edition
  /** Why some of it is shown as it is published: a sentence for each. */
  faults: readonly string[]
}

const UNREADABLE = 'Your changes could not be read.'

/** The journal as it would be if a draft were published. What could not be published is as it was. */
export async function draftEdition(
  db: Db,
  textBuilder: TextBuilder,
  published: Edition,
  draft: string | null,
): Promise<DraftEdition> {
  const read = DraftContent.safeParse(parsed(draft))
  if (!read.success) return { edition: published, faults: draft === null ? [] : [UNREADABLE] }
  const { content, faults } = changedValues(published.version.content, read.data.values)
  const texts = draftedPages(textBuilder, read.data.texts)
  const valued = published.changed(content, new Map())
  const shown = new Map<TextKey, string | null>()
  if (texts.size) {
    const changes = [...texts].map(([key, source]) => ({ kind: 'page' as const, slug: partsOfKey(key)[1], source }))
    const known = await knownAddresses(db, await newestTexts(db), changes)
    for (const [key, source] of texts) {
      const fault = source === null ? null : valued.run(() => textFault(textBuilder, key, source, known))
      if (fault === null) shown.set(key, source)
      else faults.push(`${titleOf(key, source!)}: ${fault}`)
    }
  }
  return { edition: shown.size ? published.changed(content, shown) : valued, faults }
}

function parsed(draft: string | null): unknown {
  try {
    return draft === null ? null : JSON.parse(draft)
  } catch {
    return null
  }
}

const titleOf = (key: TextKey, source: string): string => {
  const [kind, slug] = partsOfKey(key)
  return textTitle(kind, slug, isOwnPage(slug) ? ownPageIn(source)?.title : undefined)
}

/** Values that are right by themselves, and together. */
function changedValues(before: Content, drafted: Record<string, unknown>): { content: Content; faults: string[] } {
  const faults: string[] = []
  const changed: Record<string, Content[string]> = {}
  for (const [key, typed] of Object.entries(drafted)) {
    const field = fieldOf(key)
    if (!field) continue
    const read = DraftedValue.safeParse(typed)
    const value: Value | undefined = read.success ? (read.data ?? DEFAULT_VALUES[key]!) : undefined
    const fault = value === undefined ? `${field.label}: please look at it again.` : valueFault(field, value)
    if (fault !== null) faults.push(fault)
    else changed[key] = { value: value!, isOwn: read.data !== null, basedOn: digestOf(DEFAULT_VALUES[key]!) }
  }
  const together = faultsTogether(valuesIn({ ...before, ...changed }))
  faults.push(...Object.values(together))
  const kept = Object.entries(changed).filter(([key]) => !isOfOne(key, Object.keys(together)))
  return { content: { ...before, ...Object.fromEntries(kept) }, faults }
}

/** Whether a value belongs with one that cannot be as it is: `doi.prefix` with `doi.pattern`. */
const isOfOne = (key: string, faulty: readonly string[]): boolean =>
  faulty.some((other) => groupOf(other) === groupOf(key))
const groupOf = (key: string): string => key.slice(0, Math.max(0, key.lastIndexOf('.'))) || key

/** The pages of a draft: emails and letters are on no page of the site. */
function draftedPages(textBuilder: TextBuilder, drafted: Record<string, unknown>): Map<TextKey, string | null> {
  const pages = new Map<TextKey, string | null>()
  for (const [name, typed] of Object.entries(drafted)) {
    const slug = name.startsWith('page/') ? name.slice('page/'.length) : ''
    const key = textKey('page', slug)
    const read = DraftedText.safeParse(typed)
    if (!read.success || !(textBuilder.defaults.has(key) || isOwnKey(key)) || pages.size === OWN_PAGES_MAX) continue
    pages.set(key, read.data)
  }
  return pages
}
