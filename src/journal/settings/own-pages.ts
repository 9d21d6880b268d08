import { isOpen, isOwnPage, NOWHERE, OWN_PAGES_MAX, ownPageIn } from '../../contract/rules/settings/own-pages.ts'
import { contentPath } from '../../contract/rules/site/paths.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { TextVersionRow } from '../../platform/database/journal-tables.ts'
import { DomainError } from '../../platform/errors.ts'
import { GONE, moveAddress } from '../publication/redirects/redirects.ts'
import type { TextChange } from './text-change.ts'
import { newestTexts } from './text-versions.ts'
import { isOwnKey, partsOfKey, type TextKey, textKey } from './texts.ts'

/** The addresses of the pages that a journal has added. */
export interface KnownAddresses {
  /** Paths at which there is a page, or from which an old one leads on. */
  live: ReadonlySet<string>
  /** Where the paths lead at which there is no page any more: to a path, or nowhere. */
  leads: ReadonlyMap<string, string>
  /** The last part of every address that a page has or has had, with the page's name among the texts. */
  taken: ReadonlyMap<string, string>
}
export const NO_ADDRESSES: KnownAddresses = { live: new Set(), leads: new Map(), taken: new Map() }

const BELOW = contentPath('')
const subjectOf = (name: string): string => `page/${name}`

/** The addresses of added pages as they will be once some texts are published. */
export async function knownAddresses(
  db: Db,
  newest: ReadonlyMap<TextKey, Pick<TextVersionRow, 'source'>>,
  changes: readonly Pick<TextChange, 'kind' | 'slug' | 'source'>[] = [],
): Promise<KnownAddresses> {
  const sources = new Map([...newest].map(([key, { source }]) => [key, source]))
  for (const { kind, slug, source } of changes) sources.set(textKey(kind, slug), source ?? '')
  const [live, leads, taken] = [new Set<string>(), new Map<string, string>(), new Map<string, string>()]
  const old = await db.selectFrom('redirects').selectAll().where('from_path', 'like', `${BELOW}%`).execute()
  for (const { from_path, to_path, subject } of old) {
    if (to_path !== GONE) live.add(from_path)
    leads.set(from_path, to_path)
    taken.set(from_path.slice(BELOW.length), subject?.startsWith('page/') ? subject.slice('page/'.length) : '')
  }
  // Of two that want one address, the one that has it keeps it, also if it leaves it with what is published.
  for (const [key, { source }] of newest) {
    const was = isOwnKey(key) ? ownPageIn(source) : null
    if (was && !taken.has(was.slug)) taken.set(was.slug, partsOfKey(key)[1])
  }
  for (const [key, source] of sources) {
    if (!isOwnKey(key)) continue
    const page = ownPageIn(source)
    if (!page) continue
    const name = partsOfKey(key)[1]
    if (!taken.has(page.slug)) taken.set(page.slug, name)
    if (isOpen(page) || page.leadsTo !== NOWHERE) live.add(contentPath(page.slug))
    else live.delete(contentPath(page.slug))
    if (isOpen(page)) leads.delete(contentPath(page.slug))
    else leads.set(contentPath(page.slug), page.leadsTo!)
  }
  return { live, leads, taken }
}

export const AT_ONCE = 'A page gets, changes or loses its address at once: please publish this without a day.'
export const TOO_MANY = `A journal can add ${OWN_PAGES_MAX} pages.`

/**
 * Moves the addresses of added pages with the texts that are published: what a page was called leads to it for ever. Refuses
 * what would leave a link to no page. The journal is locked.
 */
export async function moveOwnPages(tx: Tx, texts: readonly TextChange[]): Promise<void> {
  const changes = texts.filter(({ kind, slug }) => kind === 'page' && isOwnPage(slug))
  if (!changes.length) return
  const newest = await newestTexts(tx)
  for (const { slug: name, source, inForceFrom } of changes) {
    const key = textKey('page', name)
    const before = ownPageIn(newest.get(key)?.source ?? '')
    const page = source === null ? null : ownPageIn(source)
    const isMoved = before?.slug !== page?.slug || before?.leadsTo !== page?.leadsTo
    if (!isMoved) continue
    if (inForceFrom !== undefined) throw new DomainError('invalid', AT_ONCE, { errors: { [key]: AT_ONCE } })
    const from = before && contentPath(before.slug)
    const isThere = isOpen(page)
    const target = page?.leadsTo === NOWHERE ? GONE : (page?.leadsTo ?? GONE)
    const to = isThere ? contentPath(page.slug) : target
    await moveAddress(tx, subjectOf(name), { from, to, isThere })
    // Its last address is its own too, if it has changed while the page ended.
    if (!isThere && page && page.slug !== before?.slug)
      await moveAddress(tx, subjectOf(name), { from: contentPath(page.slug), to, isThere })
    if (to === GONE && from) requireNoLinks(newest, changes, from, key)
  }
  const after = new Map([...newest].map(([key, row]) => [key, row.source]))
  for (const { slug, source } of changes) after.set(textKey('page', slug), source ?? '')
  const open = [...after].filter(([key, source]) => isOwnKey(key) && isOpen(ownPageIn(source)))
  if (open.length > OWN_PAGES_MAX) throw new DomainError('conflict', TOO_MANY)
}

/** The pages of which a text has a link to a page that ends. */
function requireNoLinks(
  newest: ReadonlyMap<TextKey, Pick<TextVersionRow, 'source' | 'title' | 'html' | 'kind'>>,
  changes: readonly TextChange[],
  path: string,
  ended: TextKey,
): void {
  const changed = new Map(changes.map((change) => [textKey(change.kind, change.slug), change.source ?? '']))
  const linking = [...newest].flatMap(([key, { kind, source, title, html }]) => {
    if (kind !== 'page' || key === ended) return []
    const words = changed.get(key) ?? (isOwnKey(key) && !isOpen(ownPageIn(source)) ? '' : (html ?? ''))
    return linksTo(words, path) ? [title ?? key] : []
  })
  if (!linking.length) return
  const refusal = `These pages link to it: ${linking.join(', ')}. Please change them first, or choose where its address leads.`
  throw new DomainError('conflict', refusal, { errors: { [ended]: refusal } })
}

/** Whether a text names a path, and not only one that begins with it. */
function linksTo(words: string, path: string): boolean {
  for (let at = words.indexOf(path); at >= 0; at = words.indexOf(path, at + path.length))
    if (!/[a-z0-9-]/.test(words.charAt(at + path.length))) return true
  return false
}
