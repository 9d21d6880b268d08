import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Slug, slugOf } from './slug.ts'

describe('the slug of a name', () => {
  test.each([
    ['Plant Physiology', 'plant-physiology'],
    ['  Plant   Physiology  ', 'plant-physiology'],
    ['Ecology & Climate Effects!', 'ecology-climate-effects'],
    ['Genetics -- and   Systematics', 'genetics-and-systematics'],
    ['C4 plants', 'c4-plants'],
    ['Kovář and Ñandú', 'kovar-and-nandu'],
    ['tab\tand\nbreak', 'tab-and-break'],
    ['植物', ''],
    ['', ''],
  ])('of "%s" is "%s"', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  test('is a slug the form accepts, or nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'abZ09-_ &éßŁ植🌱ﬀ½²\t\u0000\u0301'), maxLength: 60 }),
        (name) => {
          const slug = slugOf(name)
          expect(slug === '' || Slug.safeParse(slug).success).toBe(true)
        },
      ),
    )
  })
})

describe('a slug typed by hand', () => {
  test.each([
    ['', 'Slug is required'],
    ['   ', 'Slug is required'],
    [undefined, 'Slug is required'],
    ['Plant', 'Slug can only contain lowercase letters, numbers, and hyphens'],
    ['plant physiology', 'Slug can only contain lowercase letters, numbers, and hyphens'],
    ['plant_physiology', 'Slug can only contain lowercase letters, numbers, and hyphens'],
  ])('%j is refused: %s', (slug, message) => {
    expect(Slug.safeParse(slug).error?.issues[0]?.message).toBe(message)
  })

  test.each(['plant-physiology', 'c4', '2026'])('%s is accepted', (slug) => {
    expect(Slug.parse(slug)).toBe(slug)
  })
})
