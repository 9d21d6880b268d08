import { expect, test } from 'vitest'
import { isCallOpen, isNewsCurrent, isNewsListed, isNewsPublic, type NewsDates, newsState } from './news.ts'

const news: NewsDates = { kind: 'news', from: '2026-03-10', until: null, deadline: null }
const call: NewsDates = { kind: 'call', from: '2026-03-10', until: null, deadline: '2026-03-20' }
const seen = (dates: NewsDates, today: string) =>
  [isNewsPublic, isNewsListed, isNewsCurrent, isCallOpen].map((is) => (is(dates, today) ? 1 : 0)).join('')

test.each([
  ['the day before', news, '2026-03-09', '0000', 'planned'],
  ['its first day', news, '2026-03-10', '1110', 'shown'],
  ['its thirtieth day', news, '2026-04-08', '1110', 'shown'],
  ['later it is off the home page', news, '2026-04-09', '1100', 'shown'],
  ['its last day', { ...news, until: '2026-06-01' }, '2026-06-01', '1110', 'shown'],
  ['after its last day its address still leads there', { ...news, until: '2026-06-01' }, '2026-06-02', '1000', 'ended'],
  ['a call before its day', call, '2026-03-09', '0000', 'planned'],
  ['a call on its first day', call, '2026-03-10', '1111', 'shown'],
  ['a call on its deadline', call, '2026-03-20', '1111', 'shown'],
  ['a call that has ended is still listed', call, '2026-03-21', '1100', 'ended'],
] as const)('%s', (_case, dates, today, expected, state) => {
  expect([seen(dates, today), newsState(dates, today)]).toEqual([expected, state])
})
