import { expect, test } from 'vitest'
import { classesOfStyle, tint, latinName } from './styles.ts'

test.each([
  ['text-align: right', 'r'],
  ['TEXT-ALIGN:CENTER; font-weight: 700', 'c bold'],
  ['background-color:#FF9999;font-style:italic', 'italic tint-red-2'],
  ['padding-left: 24px', 'in-2'],
  ['text-indent:10em', 'in-3'],
  ['border: 1px solid; behavior: url(x)', ''],
  ['', ''],
])('style "%s" becomes "%s"', (style, classes) => {
  expect(classesOfStyle(style)).toBe(classes)
})

test.each([
  ['#fff', ''],
  ['white', ''],
  ['transparent', ''],
  ['constructor', ''],
  ['#d9d9d9', 'tint-grey-1'],
  ['#00b050', 'tint-green-3'],
  ['#c6efce', 'tint-green-1'],
  ['rgb(255, 192, 0)', 'tint-yellow-3'],
  ['#ed7d31', 'tint-orange-3'],
  ['rgba(0, 0, 255, 0.5)', 'tint-blue-3'],
  ['#7030a0 none', 'tint-purple-3'],
  ['red', 'tint-red-3'],
])('the background %s is %s', (value, className) => {
  expect(tint(value)).toBe(className)
})

test.each([
  ['P. vulgaris', 'P.\u00a0vulgaris', true],
  ['Oryza sativa', 'Oryza sativa', true],
  ['Zea mays ssp. parviglumis', 'Zea mays ssp. parviglumis', true],
  ['Oryza rufipogon', 'Oryza rufipogon', true],
  ['Data availability', 'Data availability', false],
  ['Data analysis', 'Data analysis', false],
  ['et al.', 'et al.', false],
  ['in A. thaliana and O. sativa', 'in A.\u00a0thaliana and O.\u00a0sativa', false],
])('italics "%s"', (plain, words, isLatin) => {
  expect(latinName(plain, plain)).toEqual({ words, isLatin })
})
