import { createHash } from 'node:crypto'
import { DOMParser } from '@xmldom/xmldom'
import { describe, expect, it } from 'vitest'
import { DRAWER_VERSION, PLANT_SPECIES } from '../../contract/rules/site/plants.ts'
import { drawPlant, type PlantDrawing } from './draw-plant.ts'
import { sine, type Point, traceSpine } from './geometry.ts'
import { GRID, SHEET } from './mount.ts'
import { axis } from './plan.ts'
import { plantSvg } from './plant-svg.ts'

const seeds = Array.from({ length: 500 }, (_, index) => `article-${index}`)
const plants = seeds.map((seed, index) => drawPlant(seed, PLANT_SPECIES[index % PLANT_SPECIES.length]!))

/** Points along path data, three to a curve, in units of the sheet. */
function pointsOf(data: string): [number, number][] {
  const points: [number, number][] = []
  let [x, y] = [0, 0]
  for (const [, command, list] of data.matchAll(/([mlqh])([-\d ]*)/g)) {
    const numbers = [...(list ?? '').matchAll(/-?\d+/g)].map(Number)
    if (command === 'h') continue
    const perStep = command === 'q' ? 4 : 2
    if (!numbers.length || numbers.length % perStep) throw new Error(`Broken path data: ${data}`)
    for (let i = 0; i < numbers.length; i += perStep) {
      const at = (offset: number) => numbers[i + offset] ?? NaN
      for (const share of command === 'q' ? [0.33, 0.67] : []) {
        const [bow, end] = [2 * share * (1 - share), share * share]
        points.push([(x + bow * at(0) + end * at(2)) / GRID, (y + bow * at(1) + end * at(3)) / GRID])
      }
      x += at(perStep - 2)
      y += at(perStep - 1)
      points.push([x / GRID, y / GRID])
    }
  }
  return points
}

const allPoints = (plant: PlantDrawing) => Object.values(plant.paths).flatMap(pointsOf)

describe('drawPlant', () => {
  it('draws the same plant for the same seed', () => {
    for (const kind of PLANT_SPECIES)
      expect(drawPlant('10.5555/jpbr.7', kind)).toEqual(drawPlant('10.5555/jpbr.7', kind))
  })

  it('draws a different plant for every seed', () => {
    for (const kind of PLANT_SPECIES) {
      const drawn = new Set(seeds.slice(0, 100).map((seed) => JSON.stringify(drawPlant(seed, kind).paths)))
      expect(drawn.size, kind).toBe(100)
    }
  })

  it('varies the individuals of a species in build, not only in place', () => {
    for (const kind of PLANT_SPECIES) {
      const builds = seeds.slice(0, 60).map((seed) => allPoints(drawPlant(seed, kind)).length)
      expect(new Set(builds).size, kind).toBeGreaterThan(20)
    }
  })

  it('keeps every point on the sheet', () => {
    for (const plant of plants) {
      const points = allPoints(plant)
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
      // A line and a floret need some space around their points.
      expect(Math.min(...xs)).toBeGreaterThan(4)
      expect(Math.max(...xs)).toBeLessThan(SHEET.width - 4)
      expect(Math.min(...ys)).toBeGreaterThan(4)
      expect(Math.max(...ys)).toBeLessThan(SHEET.height - 4)
      expect(plant.strap.x).toBeGreaterThan(19)
      expect(plant.strap.x).toBeLessThan(SHEET.width - 19)
    }
  })

  it.each(['', ' ', '🌱', '\u0000', '\ud800', 'Kovář Ş ł', 'x'.repeat(100_000)])(
    'grows from an odd seed (%#)',
    (seed) => {
      for (const kind of PLANT_SPECIES) {
        const points = allPoints(drawPlant(seed, kind))
        expect(points.length).toBeGreaterThan(10)
        expect(points.flat().every(Number.isFinite)).toBe(true)
      }
    },
  )

  it('draws a bounded number of lines, so that a page full of plants stays quick', () => {
    for (const plant of plants) expect(allPoints(plant).length).toBeLessThan(800)
  })
})

describe('plantSvg', () => {
  const drawings = plants.map(plantSvg)

  it('stays small', () => {
    expect(Math.max(...drawings.map((svg) => svg.length))).toBeLessThanOrEqual(4700)
  })

  it('is well-formed, refers to nothing outside itself and has no styles that its policy forbids', () => {
    for (const svg of drawings) {
      expect(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement?.tagName).toBe('svg')
      expect(svg).not.toMatch(/ style=|NaN|undefined|script/)
      expect([...svg.matchAll(/(?:href="|url\()([^")]*)/g)].every(([, to]) => to!.startsWith('#'))).toBe(true)
    }
  })

  // Browsers keep a drawing for a year. If this fails, raise DRAWER_VERSION and put the new hash here.
  it('draws differently only under another version', () => {
    const hash = createHash('sha256').update(drawings.join('\n')).digest('hex')
    expect([DRAWER_VERSION, hash.slice(0, 16)]).toEqual([1, '9ce656a5d50a66f8'])
  })
})

describe('traceSpine', () => {
  it('draws a line through the places where things grow, however the axis sways', () => {
    for (const sway of [0, 8, 25]) {
      for (const bend of [-40, 0, 14]) {
        const spine = traceSpine({ at: [0, 0], heading: 5 }, axis(100, { sway, bend, hook: 20 }), 1, 1)
        const drawn: Point[] = [spine.from]
        let start = spine.from
        for (const { via = start, to } of spine.curves) {
          for (let step = 1; step <= 50; step++) {
            const share = step / 50
            const rest = 1 - share
            const at = (i: 0 | 1) => rest * rest * start[i] + 2 * rest * share * via[i] + share * share * to[i]
            drawn.push([at(0), at(1)])
          }
          start = to
        }
        for (const share of [0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1]) {
          const [x, y] = spine.placeAt(share).at
          const distance = Math.min(...drawn.map(([atX, atY]) => Math.hypot(atX - x, atY - y)))
          // A stem is about one unit wide.
          expect(distance, `sway ${sway}, bend ${bend}, at ${share}`).toBeLessThan(1.2)
        }
      }
    }
  })
})

describe('sine', () => {
  it('is right to four digits all round', () => {
    for (let degrees = -800; degrees <= 800; degrees += 7) {
      expect(sine(degrees)).toBeCloseTo(Math.sin((degrees * Math.PI) / 180), 4)
    }
  })
})
