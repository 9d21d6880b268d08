import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { check } from '../../../../contract/api/errors.ts'
import { WAIVER_KIND_REQUIRED } from '../../../../contract/api/waiver-form.ts'
import { NO_WAIVER, sentWaiver, type TypedWaiver } from '../../../site/waiver-fields.tsx'
import { EMPTY_DRAFT, toSubmission } from './draft.ts'
import { ReviewStep } from './review-step.tsx'
import { partOf, STEPS } from './steps.tsx'

const { rules } = STEPS.at(-1)!
const errorsOf = (waiver: TypedWaiver) =>
  check(rules, partOf(rules, { ...toSubmission(EMPTY_DRAFT), confirm: true, waiver: sentWaiver(waiver) })).errors ?? {}

function Step({ typed = NO_WAIVER }: { typed?: TypedWaiver }) {
  const [waiver, setWaiver] = useState(typed)
  const none = { items: [], unfinished: false, add() {}, remove() {}, retry() {} } as never
  return (
    <ReviewStep
      draft={EMPTY_DRAFT}
      update={() => {}}
      errors={errorsOf(waiver)}
      clear={() => {}}
      categories={[]}
      uploads={{ files: none, supplements: none, image: none }}
      waiver={waiver}
      setWaiver={(changes) => setWaiver((now) => ({ ...now, ...changes }))}
      confirmed
      setConfirmed={() => {}}
      goTo={() => {}}
    />
  )
}

const summary = () => screen.getByText('I cannot pay the full fee')
const details = () => summary().closest('details')!
const why = () => screen.getByLabelText('Why')
const type = (text: string) => act(async () => void fireEvent.input(why(), { target: { value: text } }))

test('words without a kind are not dropped: the kind is asked for', async () => {
  render(<Step />)
  expect(details().open).toBe(false)
  expect(screen.queryByText(WAIVER_KIND_REQUIRED)).toBeNull()
  await act(async () => void fireEvent.click(summary()))
  await type('There is no fund.')
  expect(screen.getByText(WAIVER_KIND_REQUIRED)).toBeTruthy()
  expect(sentWaiver({ ...NO_WAIVER, reason: 'There is no fund.' })).toEqual({
    ...NO_WAIVER,
    reason: 'There is no fund.',
  })
  expect(screen.getByText('Kept on this device until you submit.')).toBeTruthy()
  // Taken back, it asks for nothing, and stays open for the next word.
  await type('')
  expect(details().open).toBe(true)
  expect(screen.queryByText(WAIVER_KIND_REQUIRED)).toBeNull()
  expect(sentWaiver(NO_WAIVER)).toBeNull()
})

test('what was typed is seen again, and taken back as a whole: the keyboard goes to the line that opens it', async () => {
  render(<Step typed={{ ...NO_WAIVER, reason: 'There is no fund.' }} />)
  expect(details().open).toBe(true)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'I can pay it after all' })))
  expect(why()).toHaveProperty('value', '')
  expect(screen.queryByRole('button', { name: 'I can pay it after all' })).toBeNull()
  expect(details().open).toBe(false)
  expect(document.activeElement).toBe(summary())
})
