import { expect, test } from 'vitest'
import { fieldsIn, listIn, phpValue, textsIn } from './php-values.ts'

test.each([
  ['N;', null],
  ['b:1;', true],
  ['b:0;', false],
  ['i:-12;', -12],
  ['d:0.5;', 0.5],
  ['s:0:"";', ''],
  ['s:5:"Café";', 'Café'],
  ['s:9:"a";s:1:"b";', 'a";s:1:"b'],
  ['a:2:{i:0;s:5:"en_US";i:1;s:5:"fr_CA";}', ['en_US', 'fr_CA']],
  ['a:1:{s:3:"ISS";a:1:{i:3;N;}}', { ISS: { 3: null } }],
  ['a:0:{}', []],
])('%s is read', (serialised, value) => {
  expect(phpValue(serialised)).toEqual(value)
})

test.each([
  ['nothing', ''],
  ['a word', 'en_US'],
  ['an object', 'O:8:"stdClass":0:{}'],
  ['a text cut short', 's:10:"abc";'],
  ['a list cut short', 'a:2:{i:0;s:1:"a";'],
  ['more after the end', 'i:1;i:2;'],
  ['a list longer than its text', 'a:4000000000:{}'],
  ['no number', 'i:;'],
  ['a list as a key', 'a:1:{a:0:{}i:1;}'],
  ['lists in lists without end', 'a:1:{i:0;'.repeat(100)],
])('%s is not read', (_what, serialised) => {
  expect(phpValue(serialised)).toBeUndefined()
})

test('a key cannot reach what every object has', () => {
  const value = phpValue('a:1:{s:9:"__proto__";a:1:{s:1:"a";i:1;}}')
  expect(Object.keys(value as object)).toEqual(['__proto__'])
  expect(({} as Record<string, unknown>).a).toBeUndefined()
})

test('lists are read as JSON, or as PHP wrote them before 3.3', () => {
  expect(textsIn('["en_US", "fr_CA"]')).toEqual(['en_US', 'fr_CA'])
  expect(textsIn('a:2:{i:0;s:5:"en_US";i:1;s:5:"fr_CA";}')).toEqual(['en_US', 'fr_CA'])
  expect(textsIn('cover.png')).toEqual([])
  expect(textsIn(null)).toEqual([])
  expect([...fieldsIn('{"uploadName": "a.png", "more": {"b": 1}}')]).toEqual([['uploadName', 'a.png']])
  expect(listIn('{broken')).toBeUndefined()
})
