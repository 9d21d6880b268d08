import { expect, test } from 'vitest'
import { dayIn, historyInOrder, momentIn } from './dates.ts'
import { languageNames } from './languages.ts'

test.each([
  ['2018-03-15', '2018-03-15T00:00:00.000Z'],
  ['2018-03-15 10:20:30', '2018-03-15T10:20:30.000Z'],
  ['2018-03-15 10:20:30.123456', '2018-03-15T10:20:30.000Z'],
  ['2018-03-15T10:20', '2018-03-15T10:20:00.000Z'],
  ['2018-03-15 10:20:30+00', '2018-03-15T10:20:30.000Z'],
  ['0000-00-00', null],
  ['0000-00-00 00:00:00', null],
  ['2018-02-30', null],
  ['2018-03-15 25:00:00', null],
  ['', null],
  ['soon', null],
  [null, null],
])('%s is the moment %s', (value, moment) => {
  expect(momentIn(value)).toBe(moment)
  expect(dayIn(value)).toBe(moment?.slice(0, 10) ?? null)
})

test.each([
  ['2017-01-01', '2017-02-01', '2018-01-01', false],
  ['2017-01-01', null, '2018-01-01', false],
  [null, '2017-02-01', '2018-01-01', false],
  ['2017-01-01', '2017-01-01', '2017-01-01', false],
  ['2019-01-01', '2019-02-01', '2018-01-01', true],
  ['2017-02-01', '2017-01-01', '2018-01-01', true],
])('received %s, accepted %s, published %s', (received, accepted, published, isOutOfOrder) => {
  const told = isOutOfOrder ? { received: null, accepted: null } : { received, accepted }
  expect(historyInOrder({ received, accepted, published })).toEqual({ ...told, isOutOfOrder })
})

test.each([
  [
    ['en_US', 'fr_CA', 'ur_PK'],
    ['en', 'fr', 'ur'],
  ],
  [
    ['en', 'fr_CA', 'ur'],
    ['en', 'fr', 'ur'],
  ],
  [
    ['pt_BR', 'pt_PT', 'es_ES'],
    ['pt-BR', 'pt-PT', 'es'],
  ],
  [
    ['sr_RS@latin', 'sr_RS@cyrillic'],
    ['sr-Latn', 'sr-Cyrl'],
  ],
  [
    ['pt_BR', 'pt'],
    ['pt-BR', 'pt'],
  ],
  [
    ['zh_CN', 'zh_TW', 'zh_Hant'],
    ['zh-Hans', 'zh-Hant', 'zh-Hant'],
  ],
  [
    ['', 'x', 'en_US.utf8; drop'],
    ['und', 'und', 'und'],
  ],
])('the locales %j are the languages %j', (locales, languages) => {
  const nameOf = languageNames(locales)
  expect(locales.map((locale) => nameOf(locale))).toEqual(languages)
})
