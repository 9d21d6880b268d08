import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '../../../../contract/rules/peer-review/days.ts'
import { longDate } from '../../../../contract/rules/text/dates.ts'
import type { Values } from '../../../../contract/rules/settings/values.ts'
import { TitleChange } from './title-change.tsx'

const today = dayOf(new Date())

function legendWith(until: string) {
  const former = { name: 'Annals of Ferns', abbreviation: 'ANF', issn: '2049-3630', issnPrint: '', until }
  const published: Values = {
    name: 'Moss Letters',
    abbreviation: 'ML',
    issn: '',
    issnPrint: '',
    formerTitles: [former],
  }
  render(<TitleChange published={published} valueOf={(key) => published[key]!} count={3} onChange={() => {}} />)
  return screen.getByRole('group').querySelector('legend')!.textContent
}

test('articles appeared as the title in use', () => {
  expect(legendWith(addDays(today, -1))).toBe('3 articles appeared as Moss Letters. What kind of change is this?')
})

test('no article appeared as a title that is only planned', () => {
  const day = longDate(addDays(today, 1))
  expect(legendWith(today)).toBe(
    `These are of the title from ${day}; the one in use is the last under Earlier titles. What kind of change is this?`,
  )
})
