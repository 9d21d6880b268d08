import { figureName } from '../../../contract/rules/articles/pictures.ts'
import { plainText } from '../jats/model/runs.ts'
import type { Block } from '../jats/read/blocks.ts'
import type { Picture, Pictures } from './pictures.ts'
import { full, main, page, type Sheet, styles } from './sheet.ts'
import { words } from './words.ts'

type Figure = Extract<Block, { kind: 'figure' }>

/** Wider than this in proportion to its height, a picture takes the whole width of the page. */
const WIDE = 1.5
/** A picture is not enlarged beyond this many pixels for an inch. */
const COARSEST = 110
const TALLEST = 0.62 * (page.height - page.top - page.bottom)
const GAP = 6

/** A figure: its pictures, as far as there are any, and its caption below. */
export function figure(sheet: Sheet, block: Figure, pictures: Pictures): void {
  const { label, caption } = block
  const found = block.pictures.flatMap(({ href, alt }) => {
    const picture = pictures.get(figureName(href))
    return picture ? [{ picture, alt }] : []
  })
  const area = found.some(({ picture }) => isWide(picture)) ? full : main
  const runs = [...words(label ? `${label.replace(/[.:]$/, '')}. ` : '', 'b'), ...caption]
  const lines = sheet.compose(runs, styles.caption, area.width)
  const set = found.map((one) => ({ ...one, ...sizeOf(one.picture, area.width) }))
  const captionHeight = lines.length * sheet.leading(styles.caption)
  const height = set.reduce((sum, one) => sum + one.height + GAP, 0) + captionHeight + 2 * GAP

  sheet.float(height, () => {
    sheet.y += GAP
    if (area === full && set.length) sheet.y = Math.max(sheet.y, sheet.sideBottom + GAP)
    sheet.group('Sect', (group) => {
      for (const [index, { picture, alt, width, height: tall }] of set.entries()) {
        sheet.need(tall + GAP + 2 * styles.caption.leading)
        if (index === 0) sheet.target(block.id)
        const [x, y] = [area.x, sheet.y]
        sheet.element(
          'Figure',
          () => sheet.document.image(picture.content as Buffer, x, y, { width, height: tall }),
          group,
          {
            alt: alt || spokenFor(block),
            box: [x, y, x + width, y + tall],
          },
        )
        sheet.y += tall + GAP
      }
      if (!set.length) sheet.target(block.id)
      if (lines.length) sheet.element('Caption', () => sheet.flow(lines, area.x, styles.caption), group)
    })
    sheet.y += GAP
    if (area === full) sheet.sideBottom = Math.max(sheet.sideBottom, sheet.y)
  })
}

const isWide = ({ width, height }: Picture): boolean => width / height >= WIDE && width >= 900

function sizeOf({ width, height }: Picture, most: number): { width: number; height: number } {
  const scale = Math.min(most / width, TALLEST / height, 72 / COARSEST)
  return { width: width * scale, height: height * scale }
}

/** In place of a description, what the caption says. */
const spokenFor = ({ label, caption }: Figure): string =>
  [label.replace(/[.:]$/, ''), plainText(caption)].filter(Boolean).join('. ').slice(0, 500) || 'Picture'
