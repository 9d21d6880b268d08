import type { FullTextOutline } from '../../../../../contract/api/full-texts.ts'
import { pageHref } from '../../../../../contract/rules/site/paths.ts'

/** Where a place of the text is: in the part that is shown by its id alone, in others with their address. */
export const placeHref = (path: string, shown: number, { id, part }: { id: string; part: number }): string =>
  part === shown ? `#${id}` : `${pageHref(path, part)}#${id}`

/** What the first section that begins in a part is called, for the links between parts; empty if none begins there. */
export function partTitle(sections: FullTextOutline['sections'], part: number): string {
  for (const section of sections) {
    const title = section.part === part ? section.title : partTitle(section.sections, part)
    if (title) return title
  }
  return ''
}

const counted = (count: number, noun: string): string => (count ? `${count} ${noun}${count === 1 ? '' : 's'}` : '')

/** '4 figures, 1 table' */
export const floatsLabel = (figures: number, tables: number): string =>
  [counted(figures, 'figure'), counted(tables, 'table')].filter(Boolean).join(', ')
