import { expect, test } from 'vitest'
import { VARIANT_FORMATS, VARIANT_WIDTHS, variantNamed, variantUrl, variantWidths } from './image-variants.ts'

test('every copy has a name that is read as it was written', () => {
  for (const width of VARIANT_WIDTHS) {
    for (const format of VARIANT_FORMATS) {
      const url = variantUrl('/files/bcdfghjkmnpq/image', width, format)
      expect(url).toBe(`/images/bcdfghjkmnpq/${width}.${format}`)
      expect(variantNamed(url.split('/').at(-1)!)).toEqual({ width, format })
    }
  }
})

test('a private copy opens with the key of its image', () => {
  expect(variantUrl('/files/bcdf/Wei%C3%9Fe%20Bl%C3%BCte.png?key=a.b-c_d', 640, 'webp')).toBe(
    '/images/bcdf/640.webp?key=a.b-c_d',
  )
})

test.each([
  '321.avif',
  '0320.avif',
  '320.AVIF',
  '320.png',
  '320',
  '320.avif\n',
  '3200.webp',
  '١٢٣.webp',
  'constructor',
])('no other size or format has one: %j', (name) => expect(variantNamed(name)).toBeUndefined())

test('copies are never wider than the image', () => {
  expect(variantWidths({ width: 319, height: 4000 })).toEqual([])
  expect(variantWidths({ width: 960, height: 1 })).toEqual([320, 640, 960])
  expect(variantWidths({ width: 6000, height: 4000 })).toEqual([...VARIANT_WIDTHS])
})
