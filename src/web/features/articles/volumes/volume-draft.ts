import { z } from 'zod'
import type { EditedVolume, VolumePageForm } from '../../../../contract/api/volumes.ts'
import { VOLUME_KINDS, type VolumeKind } from '../../../../contract/rules/articles/volume-pages.ts'
import { moved } from '../../../../contract/rules/site/places.ts'

const Text = z.string()
/** A heading, or an article: then `heading` is null. */
const Item = z.object({ id: Text, heading: Text.nullable() })
export type VolumeItem = z.infer<typeof Item>

/** The page of a volume while it is edited. */
export const VolumeDraft = z.object({
  kind: z.enum(Object.keys(VOLUME_KINDS) as [VolumeKind, ...VolumeKind[]]),
  release: z.enum(['continuous', 'issue']),
  coverUrl: Text.nullable(),
  frontMatter: Text,
  guestEditors: z.array(z.object({ id: Text, name: Text, affiliation: Text, orcid: Text })),
  items: z.array(Item),
  version: z.int(),
})
export type VolumeDraft = z.infer<typeof VolumeDraft>

export const draftOf = ({
  kind,
  release,
  coverUrl,
  frontMatter,
  guestEditors,
  sections,
  version,
}: EditedVolume): VolumeDraft => ({
  ...{ kind, release, coverUrl, frontMatter, version },
  guestEditors: guestEditors.map((editor, at) => ({ ...editor, id: `guest-${at}`, orcid: editor.orcid ?? '' })),
  items: sections.flatMap(({ heading, articles }, at) => [
    ...(heading ? [{ id: `heading-${at}`, heading }] : []),
    ...articles.map(({ id }) => ({ id, heading: null })),
  ]),
})

/** The items with articles that came since at the end, and without those that are no longer there. */
export function itemsNow(items: readonly VolumeItem[], articleIds: readonly string[]): VolumeItem[] {
  const there = new Set(articleIds)
  const kept = items.filter(({ id, heading }) => heading !== null || there.has(id))
  const placed = new Set(kept.map(({ id }) => id))
  return [...kept, ...articleIds.filter((id) => !placed.has(id)).map((id) => ({ id, heading: null }))]
}

/** Articles under the headings before them. A heading without articles is left out. */
export function sectionsOf(items: readonly VolumeItem[]): VolumePageForm['sections'] {
  const sections = [{ heading: '', articleIds: [] as string[] }]
  for (const { id, heading } of items) {
    if (heading === null) sections.at(-1)!.articleIds.push(id)
    else sections.push({ heading, articleIds: [] })
  }
  return sections.filter(({ articleIds }) => articleIds.length > 0)
}

export const formOf = ({ items, guestEditors, ...draft }: VolumeDraft): z.input<typeof VolumePageForm> => ({
  ...draft,
  guestEditors: guestEditors.map(({ name, affiliation, orcid }) => ({ name, affiliation, orcid: orcid || null })),
  sections: sectionsOf(items),
})

/** How many parts of the page were changed. */
export function changesOf(draft: VolumeDraft, published: VolumeDraft): number {
  const parts = ({ kind, release, coverUrl, frontMatter, guestEditors, items }: VolumeDraft) => [
    ...[kind, release, coverUrl, frontMatter.trim()],
    JSON.stringify(guestEditors.map(({ name, affiliation, orcid }) => [name, affiliation, orcid])),
    JSON.stringify(sectionsOf(items)),
  ]
  const before = parts(published)
  return parts(draft).filter((part, at) => part !== before[at]).length
}

/** With an article at a place among the articles, counted from 0; headings stay where they are. */
export function withPlace(items: readonly VolumeItem[], id: string, to: number): VolumeItem[] {
  const articles = items.filter(({ heading }) => heading === null)
  const target = articles[Math.max(0, Math.min(to, articles.length - 1))]
  const indexOf = (item: VolumeItem | undefined) => items.findIndex((one) => one.id === item?.id)
  return moved(items, indexOf({ id, heading: null }), indexOf(target))
}

/** Where something is now, as it is read out. */
export function placeWordsOf(items: readonly VolumeItem[], id: string, nameOf: (id: string) => string): string {
  const at = items.findIndex((item) => item.id === id)
  const item = items[at]
  if (!item) return ''
  if (item.heading !== null) {
    const next = items.slice(at + 1).find(({ heading }) => heading === null)
    return `Heading ${item.heading || 'without a name'}, now ${next ? `above “${nameOf(next.id)}”` : 'at the end'}.`
  }
  const articles = items.filter(({ heading }) => heading === null)
  const under = items.slice(0, at).findLast(({ heading }) => heading !== null)?.heading
  const place = articles.indexOf(item) + 1
  return `“${nameOf(id)}”, now ${place} of ${articles.length}${under ? `, under ${under}` : ''}.`
}
