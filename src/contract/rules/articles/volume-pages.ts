/** What a volume is called on its page. */
export const VOLUME_KINDS = { volume: 'Volume', special: 'Special issue' } as const
export type VolumeKind = keyof typeof VOLUME_KINDS

/** Whether its articles appear one by one, or together. */
export type VolumeRelease = 'continuous' | 'issue'
export type VolumeState = 'planned' | 'open' | 'published'

export const VOLUME_PAGE_MAX = {
  /** A volume with more is in the order of its pages: they would not fit into one call. */
  articles: 1400,
  /** So many articles wait for one issue. */
  held: 200,
  /** Of these, PDFs that are typeset while the editor waits. */
  made: 40,
  headings: 100,
  heading: 120,
  guestEditors: 20,
  frontMatter: 20_000,
} as const

/** Whether readers see cover, front matter and guest editors: of an issue not before it is published. */
export const showsMatter = ({ release, state }: { release: VolumeRelease; state: VolumeState }): boolean =>
  state === 'published' || release === 'continuous'

/** Articles under a heading; '' for those above the first. */
export interface VolumeSection<T> {
  heading: string
  articles: T[]
}

/** Articles in order, each with its heading, as sections. */
export function inSections<T>(articles: readonly T[], headingOf: (article: T) => string): VolumeSection<T>[] {
  const sections: VolumeSection<T>[] = []
  for (const article of articles) {
    const heading = headingOf(article)
    const last = sections.at(-1)
    if (last?.heading === heading) last.articles.push(article)
    else sections.push({ heading, articles: [article] })
  }
  return sections
}

/** Of articles that no editor has placed, where the others have headings. */
export const MORE_ARTICLES = 'More articles'
