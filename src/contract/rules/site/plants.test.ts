import { describe, expect, it, test } from 'vitest'
import { DRAWER_VERSION, PLANT_SPECIES, plantAt, plantUrl, speciesFor } from './plants.ts'

const CATEGORIES = [
  'Botany',
  'Plant Physiology',
  'Ecology and Climate Effects',
  'Plant Tissue Culture',
  'Genetics and Systematics',
]

describe('speciesFor', () => {
  it('gives each category the journal starts with a species of its own', () => {
    expect(new Set(CATEGORIES.map(speciesFor)).size).toBe(CATEGORIES.length)
  })

  it('knows a species for any name', () => {
    for (const name of ['', '🌿', 'Mycology', 'x'.repeat(10_000)]) expect(PLANT_SPECIES).toContain(speciesFor(name))
  })
})

test('the address of a plant is read as it was made', () => {
  expect(plantAt(plantUrl('bcdfghjkmnpq', 'fern'))).toEqual({ species: 'fern', seed: 'bcdfghjkmnpq' })
  expect(plantAt(plantUrl('not-found'))).toEqual({ species: speciesFor('not-found'), seed: 'not-found' })
})

const path = `/plants/${DRAWER_VERSION}`
test.each([
  `/plants/${DRAWER_VERSION + 1}/fern/a.svg`,
  `/plants/0${DRAWER_VERSION}/fern/a.svg`,
  ...[`${path}/oak/a.svg`, `${path}/Fern/a.svg`, `${path}/constructor/a.svg`],
  ...[
    `${path}/fern/.svg`,
    `${path}/fern/A.svg`,
    `${path}/fern/a b.svg`,
    `${path}/fern/%61.svg`,
    `${path}/fern/a/b.svg`,
  ],
  ...[`${path}/fern/a.svg?x`, `${path}/fern/a.svg/`, `${path}/fern/a.svg\n`, `/${path}/fern/a.svg`],
  `${path}/fern/${'a'.repeat(65)}.svg`,
])('nothing else is an address of a plant: %j', (url) => {
  expect(plantAt(url)).toBeUndefined()
})
