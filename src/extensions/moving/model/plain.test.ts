import { expect, test } from 'vitest'
import { keywordsIn } from './keywords.ts'
import { readText, withoutEntities } from './plain.ts'

/** As a connection with the wrong encoding stores a text. */
const doubled = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text))

test.each(['Café', 'Đorđe', '“new” – 25 °C', '植物', 'ڈاکٹر'])('%s is repaired, once or twice doubled', (text) => {
  expect(readText(doubled(text))).toEqual({ text, removed: 0, layers: 1, isUnsure: false })
  expect(readText(doubled(doubled(text)))).toEqual({ text, removed: 0, layers: 2, isUnsure: false })
})

test.each(['plain', 'Café', 'Ã', 'naïve Â', '植物 CafÃ', '“quoted”'])('%s stays as it is', (text) => {
  expect(readText(text)).toEqual({ text, removed: 0, layers: 0, isUnsure: false })
})

test('what cannot be undone whole is listed and left', () => {
  const lost = doubled('Café and “more”').replaceAll('\u009D', '')
  expect(readText(lost)).toEqual({ text: lost, removed: 0, layers: 0, isUnsure: true })
  const thrice = doubled(doubled(doubled('Café')))
  expect(readText(thrice)).toMatchObject({ layers: 2, isUnsure: true })
})

test('what is no character is removed and counted', () => {
  expect(readText('a\0b\uD800c\uFFFDd\u0085e\tf')).toEqual({ text: 'abcde\tf', removed: 4, layers: 0, isUnsure: false })
  expect(readText('𝛼 stays')).toMatchObject({ text: '𝛼 stays', removed: 0 })
})

test.each([
  ['p &lt; 0.05', 'p < 0.05'],
  ['&eacute;&#233;&#xE9;', 'ééé'],
  ['&amp;lt; &constructor;', '&lt; &constructor;'],
  ['&nothing; & &#0; &#xD800; &#9999999;', '&nothing; & &#0; &#xD800; &#9999999;'],
])('the entities of %s', (text, expected) => {
  expect(withoutEntities(text)).toBe(expected)
})

test('keywords are parted at semicolons, and told once', () => {
  expect(keywordsIn(['wheat; rust;yield', 'Wheat', '  ', 'soil, saline', 'Triticum\n aestivum'])).toEqual([
    ...['wheat', 'rust', 'yield', 'soil, saline', 'Triticum', 'aestivum'],
  ])
})
