import { createHash } from 'node:crypto'
import { type PlantDrawing, drawPlant } from './draw-plant.ts'
import { GRID, SHEET } from './mount.ts'
import type { FastifyInstance } from 'fastify'
import { plantAt } from '../../contract/rules/site/plants.ts'
import { notFound } from '../errors.ts'
import { FIXED, type PublicCache } from '../http/public-cache.ts'
import { limited, type RateLimits } from '../http/rate-limits.ts'
import { sendCached } from '../http/send-cached.ts'

const STRAP = { width: 36, height: 7 } as const

/**
 * Inside an `<img>`, the colour scheme is that of the page around it, and the width that of the image: lines are
 * heavier, in units of the sheet, where the plant is small. Paths are drawn on a grid of half units, so the
 * widths are twice what one sees. The paper strap shows only where the address ends in #strap.
 */
const STYLE = [
  'svg{--ink:#24442f;--wash:#bfdab8;--bloom:#a12a3b;--strap:#d9dccd;--w:1.6px}',
  '@media (max-width:80px){svg{--w:2px}}',
  '@media (min-width:200px){svg{--w:1.3px}}',
  '@media (prefers-color-scheme:dark){svg{--ink:#b9d6bd;--wash:#2c5239;--bloom:#e0797f;--strap:#3d463c}}',
  'g{stroke:var(--ink);stroke-linecap:round;stroke-linejoin:round}',
  '.wash{fill:var(--wash);stroke:none}',
  '.leaf{stroke-width:calc(var(--w)*1.2)}',
  '.twig{stroke-width:calc(var(--w)*1.5)}',
  '.stem{stroke-width:calc(var(--w)*2.5)}',
  '.petal{stroke-width:calc(var(--w)*1.3)}',
  '.dot{stroke-width:7.6px}',
  // White flowers keep the colour for their anthers.
  '.bloom,.dot.pale{stroke:var(--bloom)}',
  '.petal.bloom{fill:var(--bloom);fill-opacity:.2}',
  '.petal.seed{fill:var(--wash)}',
  '#strap{fill:none}#strap:target{fill:var(--strap)}',
].join('')

/** Nothing else runs or loads where a drawing is opened by itself. */
export const PLANT_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** A drawing as an SVG file. Its ground is transparent, also where petals cover what is behind them. */
export function plantSvg({ paths, bloom, strap }: PlantDrawing): string {
  const path = (kind: string, data: string) => (data ? `<path class="${kind}" d="${data}"/>` : '')
  const plant = (['wash', 'leaf', 'twig', 'stem'] as const).map((ink) => path(ink, paths[ink])).join('')
  const whole = `x="0" y="0" width="${SHEET.width * GRID}" height="${SHEET.height * GRID}"`
  const withPetals = paths.petal
    ? `<defs><path id="petals" d="${paths.petal}"/></defs>` +
      `<mask id="cut" maskUnits="userSpaceOnUse" ${whole} stroke="none"><rect ${whole} fill="#fff"/><use href="#petals" fill="#000"/></mask>` +
      `<g mask="url(#cut)">${plant}</g><use class="petal ${bloom}" href="#petals"/>`
    : plant
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SHEET.width} ${SHEET.height}" fill="none">` +
    `<style>${STYLE}</style><g transform="scale(${1 / GRID})">${withPetals}` +
    `${path(`dot ${bloom}`, paths.dot)}</g>` +
    `<rect id="strap" x="${strap.x - STRAP.width / 2}" y="${strap.y - STRAP.height / 2}" width="${STRAP.width}" ` +
    `height="${STRAP.height}" transform="rotate(${strap.tilt} ${strap.x} ${strap.y})"/></svg>`
  )
}

/**
 * `/plants/{version}/{species}/{seed}.svg`: the drawing of a seed, which is never another one. There is a drawing
 * for any seed, whether or not something has this id; all of them share one path of the cache, so that a robot that
 * asks for a million of them pushes out no page.
 */
export function mountPlants(app: FastifyInstance, rates: RateLimits, cache: PublicCache): void {
  app.get('/plants/*', { config: limited(rates, 'drawing', 'plants') }, async (request, reply) => {
    const asked = plantAt(request.url)
    if (!asked) throw notFound('Plant')
    const { species, seed } = asked
    const key = `/plants?${species}/${seed}`
    const kept = await cache.answer(FIXED, key, async () => ({
      status: 200,
      headers: {
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': PLANT_POLICY,
      },
      body: plantSvg(drawPlant(seed, species)),
    }))
    cache.remember(request.url, key, request.routeOptions.url)
    return sendCached(request, reply, kept)
  })
}
