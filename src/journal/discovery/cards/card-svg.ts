import type { PlantSpecies } from '../../../contract/rules/site/plants.ts'
import { drawPlant } from '../../../platform/plants/draw-plant.ts'
import { GRID, SHEET } from '../../../platform/plants/mount.ts'
import { type Face, outlines, SPACE, titleLines, widthOf } from './lettering.ts'

/** What a card shows. */
export interface Card {
  /** With `<i>`, `<sub>`, `<sup>`. */
  title: string
  authors: string[]
  journal: string
  /** Volume and year. */
  place: string
  plant: { seed: string; species: PlantSpecies }
}

export const CARD = { width: 1200, height: 630 } as const

/** The light scheme of the site. */
const INK = { paper: '#f5f5ef', sheet: '#fdfdf9', line: '#d3d7cb', text: '#1a211b', muted: '#555e55', leaf: '#1e6a3c' }
const PLANT = { ink: '#24442f', wash: '#bfdab8', bloom: '#a12a3b' }

const LEFT = 72
const ROOM = 700
const PICTURE = { x: 800, y: 64, scale: 1.367 }

/** The card of an article: its letters are outlines, so that it is the same wherever it is drawn. */
export function cardSvg({ title, authors, journal, place, plant }: Card): string {
  const { size, lines } = titleLines(title, ROOM)
  const letters = lines.map((words, index) => {
    let x = LEFT
    const y = 64 + size * 0.78 + index * size * 1.16
    return words
      .map((word) => {
        const drawn = word.map(({ text, face, scale, shift }) => {
          const path = outlines(text, face, size * scale, x, y + shift * size)
          x += widthOf(text, face, size * scale)
          return path
        })
        x += SPACE * size
        return drawn.join('')
      })
      .join('')
  })
  const below = 64 + lines.length * size * 1.16 + 40
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CARD.width} ${CARD.height}" width="${CARD.width}" height="${CARD.height}">` +
    `<rect width="100%" height="100%" fill="${INK.paper}"/>` +
    `<g fill="${INK.text}">${letters.join('')}</g>` +
    `<g fill="${INK.muted}">${outlines(authorsThatFit(authors), 'sans', 27, LEFT, Math.min(below, 500))}</g>` +
    `<rect x="${LEFT}" y="532" width="${ROOM}" height="2" fill="${INK.line}"/>` +
    `<g fill="${INK.leaf}">${outlines(fitting(journal, 'sans-bold', 25), 'sans-bold', 25, LEFT, 577)}</g>` +
    `<g fill="${INK.muted}">${outlines(place, 'sans', 21, LEFT, 607)}</g>` +
    `${plantPicture(plant)}</svg>`
  )
}

/** 'Rabia Khan, Daniel Okafor and 4 others': as many names as there is room for. */
export function authorsThatFit(names: readonly string[]): string {
  for (let named = Math.min(names.length, 6); named > 0; named--) {
    const others = names.length - named
    const shown = names.slice(0, named)
    const text = others
      ? `${shown.join(', ')} and ${others === 1 ? 'one other' : `${others} others`}`
      : [shown.slice(0, -1).join(', '), shown.at(-1)].filter(Boolean).join(' and ')
    if (widthOf(text, 'sans', 27) <= ROOM) return text
  }
  return fitting(names[0] ?? '', 'sans', 27)
}

function fitting(text: string, face: Face, size: number): string {
  if (widthOf(text, face, size) <= ROOM) return text
  let short = text.slice(0, 120)
  while (short && widthOf(`${short}…`, face, size) > ROOM) short = short.slice(0, -1)
  return `${short.trimEnd()}…`
}

/** The article's plant on its sheet, as on its page. */
function plantPicture({ seed, species }: Card['plant']): string {
  const { paths, bloom } = drawPlant(seed, species)
  const line = (data: string, width: number, more = '') =>
    data ? `<path d="${data}" stroke-width="${width}" ${more}/>` : ''
  const petal = bloom === 'bloom' ? PLANT.bloom : PLANT.ink
  const petalFill = bloom === 'bloom' ? '#e9c9c9' : bloom === 'seed' ? PLANT.wash : INK.sheet
  return (
    `<g transform="translate(${PICTURE.x} ${PICTURE.y}) scale(${PICTURE.scale})">` +
    `<rect width="${SHEET.width}" height="${SHEET.height}" fill="${INK.sheet}" stroke="${INK.line}"/>` +
    `<g transform="scale(${1 / GRID})" fill="none" stroke="${PLANT.ink}" stroke-linecap="round" stroke-linejoin="round">` +
    `${paths.wash ? `<path d="${paths.wash}" fill="${PLANT.wash}" stroke="none"/>` : ''}` +
    `${line(paths.leaf, 1.6)}${line(paths.twig, 2)}${line(paths.stem, 3.3)}` +
    `${line(paths.petal, 1.7, `fill="${petalFill}" stroke="${petal}"`)}` +
    `${line(paths.dot, 7.6, `stroke="${bloom === 'seed' ? PLANT.ink : PLANT.bloom}"`)}</g></g>`
  )
}
