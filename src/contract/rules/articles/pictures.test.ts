import { describe, expect, test } from 'vitest'
import {
  figureName,
  figureUrl,
  VARIANT_FORMATS,
  VARIANT_WIDTHS,
  variantNamed,
  variantUrl,
  variantWidths,
} from './pictures.ts'

describe('the name of a picture', () => {
  test.each([
    ['12870_2018_1234_Fig1_HTML.jpg', '12870_2018_1234_fig1_html'],
    ['12870_2018_1234_Fig1_HTML', '12870_2018_1234_fig1_html'],
    ['fpls-09-00001-g001.tif', 'fpls-09-00001-g001'],
    ['fpls-09-00001-g001.TIFF', 'fpls-09-00001-g001'],
    // What follows the last dot is part of the name where it is no extension.
    ['pone.0012345.g001', 'pone.0012345.g001'],
    ['images/deep\\Figure 1.png', 'figure-1'],
    ['../../etc/passwd', 'passwd'],
    ['..', ''],
    ['', ''],
    ['Blütenstand.png', 'bl-tenstand'],
  ])('%j is %j', (href, name) => expect(figureName(href)).toBe(name))

  test('is short, however long the href', () => expect(figureName('a'.repeat(1e6))).toHaveLength(120))
})

test('its address names the content', () =>
  expect(figureUrl('bcdfghjkmnpq', 'fig-1', 'abcdef0123456789')).toBe(
    '/blog/bcdfghjkmnpq/figures/fig-1?v=abcdef012345',
  ))

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
