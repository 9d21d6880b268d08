import type { ImageSize } from '../../../contract/rules/articles/pictures.ts'

export type CoverImagePlace = 'card' | 'page' | 'own card' | 'details'

/** The widths of cover images in the style sheets: entries.css, article.css, submission.css, editorial-desk.css. */
const WIDTHS = {
  card: (wider: number) => `(max-width: 40rem) ${rem(5.5 * wider)}, ${rem(9 * wider)}`,
  page: () => '(max-width: 60rem) calc(100vw - 2.5rem), 19rem',
  'own card': () => '4.75rem',
  details: () => '8rem',
} satisfies Record<CoverImagePlace, (wider: number) => string>

const rem = (width: number): string => `${Number(width.toFixed(2))}rem`

/** How wide the image is shown, for `sizes`. On a card an image that is wider than the sheet is cut at its sides. */
export const shownWidth = (place: CoverImagePlace, size: ImageSize | null): string =>
  WIDTHS[place](size ? Math.max(1, ((4 / 3) * size.width) / size.height) : 1)
