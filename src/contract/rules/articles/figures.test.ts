import { describe, expect, test } from 'vitest'
import { figureName, figureUrl } from './figures.ts'

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
