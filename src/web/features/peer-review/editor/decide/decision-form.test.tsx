import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test } from 'vitest'
import {
  CHANGE_REASON_REQUIRED,
  COPY_TO_BE_LOOKED_AT,
  EXCEPTION_REQUIRED,
  type LetterFile,
  type PreparedDecision,
  type ReportToDecideOn,
} from '../../../../../contract/api/decisions.ts'
import type { CaseReportFile } from '../../../../../contract/api/case-view.ts'
import { filesNote, letterFilesNote } from '../../../../../contract/rules/peer-review/decision-letter.ts'
import { addDays, dayOf } from '../../../../../contract/rules/peer-review/days.ts'
import type { LetterKind } from '../../../../../contract/rules/peer-review/stages.ts'
import { longDate } from '../../../../../contract/rules/text/dates.ts'
import { formOf, StoredDecision } from './decision-draft.ts'
import { DecisionForm } from './decision-form.tsx'
import { useDecision } from './use-decision.ts'

const DUE = addDays(dayOf(new Date()), 14)
const report = (id: string, toAuthors: string): ReportToDecideOn => ({
  ...{ id, label: id.toUpperCase(), reviewer: 'Linnea Moss', recommendation: 'minor', toAuthors, toEditor: '' },
  ...{ conflicts: [], answers: '', isOfEarlierRound: false, isBeingClarified: false, files: [] },
  submittedAt: '2026-05-01T00:00:00.000Z',
})
const PREPARED: PreparedDecision = {
  ...{ articleId: 'k7m2p9qrstvw', number: '2026-001', title: 'Roots', titleText: 'Roots', authors: 'Malik' },
  ...{ latinNames: [], receivedOn: '2026-04-01', promisedOn: '2026-05-13', isFirstDecision: true, stage: 'reviewing' },
  choices: [
    { kind: 'minor', about: '', letter: `Dear Dr Malik, send it by ${longDate(DUE)}.`, revisionDueOn: DUE },
    { kind: 'accept', about: '', letter: 'Dear Dr Malik, it is accepted.', revisionDueOn: null },
  ],
  reports: [report('m', 'The question is well put.'), report('k', 'A second view.')],
  ...{ files: [], waitingFor: [], concerns: ['There is only one report.'], withheld: [], last: null },
}

const file = (id: string): CaseReportFile => ({
  ...{ id, file: aFile(`${id}.txt`), copy: aFile(`Reviewer M ${id}.txt`), state: 'cleaned', isGiven: false },
  ...{ providedBy: null, heldBack: null, lookedBy: null, lookedAt: null },
})
const aFile = (name: string) => ({ id: name, url: `/files/${name}/${name}`, name, bytes: 9, mediaType: 'text/plain' })

function Page({ kind, prepared = PREPARED }: { kind: LetterKind; prepared?: PreparedDecision }) {
  const decision = useDecision({
    ...{ prepared, userId: 'editor', asked: kind },
    onSent: () => {},
    onRefused: () => Promise.resolve(),
  })
  return <DecisionForm decision={decision} />
}

const field = (label: string, within_: HTMLElement = document.body) =>
  within(within_).getByLabelText<HTMLTextAreaElement>(label)
const fill = (control: HTMLElement, value: string) => fireEvent.change(control, { target: { value } })
const send = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
/** What would be sent, from what is kept on this device. */
function sent(kind: LetterKind, prepared = PREPARED) {
  act(() => void window.dispatchEvent(new Event('pagehide')))
  return formOf(prepared, StoredDecision.parse(JSON.parse(localStorage.getItem(localStorage.key(0)!)!)), kind)
}

afterEach(() => localStorage.clear())

describe('the form of a decision', () => {
  test('another day is named by the letter as well', () => {
    render(<Page kind="minor" />)
    expect(screen.getByText(/^In 14 days\./)).toBeTruthy()
    const day = addDays(dayOf(new Date()), 30)
    fill(screen.getByLabelText('Revision due'), day)
    expect(field('Letter to the authors').value).toBe(`Dear Dr Malik, send it by ${longDate(day)}.`)
    expect(screen.getByText(/^In 30 days\./)).toBeTruthy()
    expect(sent('minor')).toMatchObject({ revisionDueOn: day, letter: expect.stringContaining(longDate(day)) })
  })

  test('changed words need a reason, and a report can stay with the editors', async () => {
    render(<Page kind="minor" />)
    const [first] = screen.getAllByRole('listitem')
    fill(field('Report M as the authors will read it', first), 'The question is clear.')
    await send('Send Minor Revision')
    expect(within(first!).getByText(CHANGE_REASON_REQUIRED)).toBeTruthy()
    expect(document.activeElement).toBe(field('Reason for the change', first))
    fill(field('Reason for the change', first), 'An insult was removed.')
    expect(screen.getByRole('article', { name: 'The letter' }).textContent).toContain('The question is clear.')
    fireEvent.click(screen.getByRole('checkbox', { name: /^Report K/ }))
    expect(screen.getByRole('article', { name: 'The letter' }).textContent).not.toContain('A second view.')
    expect(sent('minor').releases).toEqual([
      { reportId: 'm', text: 'The question is clear.', changeReason: 'An insult was removed.', files: [] },
    ])
  })

  test('each file of a report goes with it or stays, also as an earlier version has kept the choice', () => {
    const prepared = { ...PREPARED, reports: [{ ...report('m', 'Well put.'), files: [file('leaf'), file('root')] }] }
    const routes = [{ path: '/', element: <Page kind="minor" prepared={prepared} /> }]
    const { unmount } = render(<RouterProvider router={createMemoryRouter(routes)} />)
    const letter = () => screen.getByRole('article', { name: 'The letter' }).textContent
    expect(letter()).toContain(filesNote(2))
    fireEvent.click(screen.getByRole('checkbox', { name: /^leaf\.txt/ }))
    expect(letter()).toContain(filesNote(1))
    expect(sent('minor', prepared).releases[0]!.files).toEqual(['root'])
    unmount()
    const key = localStorage.key(0)!
    const kept = StoredDecision.parse(JSON.parse(localStorage.getItem(key)!))
    const { leftOut: _, ...before } = kept.reports.m!
    localStorage.setItem(key, JSON.stringify({ ...kept, reports: { m: { ...before, withFile: false } } }))
    render(<RouterProvider router={createMemoryRouter(routes)} />)
    expect(letter()).not.toContain('this report')
    fireEvent.click(screen.getByRole('checkbox', { name: /^leaf\.txt/ }))
    expect(sent('minor', prepared).releases[0]!.files).toEqual(['leaf'])
  })

  test('a file goes with the letter once its copy has been looked at', async () => {
    const drawn: LetterFile = { ...aFile('leaf.pdf'), look: 'This file has pictures.' }
    const prepared = { ...PREPARED, files: [{ ...aFile('root.pdf'), look: null }, drawn] }
    render(<Page kind="minor" prepared={prepared} />)
    expect(screen.getByRole('article', { name: 'The letter' }).textContent).toContain(
      letterFilesNote(['root.pdf', 'leaf.pdf']),
    )
    await send('Send Minor Revision')
    expect(screen.getByText(COPY_TO_BE_LOOKED_AT)).toBeTruthy()
    const looked = screen.getByRole('checkbox', { name: /^This file has pictures\. I have looked/ })
    expect(document.activeElement).toBe(looked)
    fireEvent.click(looked)
    expect(sent('minor', prepared).files).toEqual([
      { id: 'root.pdf', looked: false },
      { id: 'leaf.pdf', looked: true },
    ])
  })

  test('one report alone needs a reason to accept, which is printed', async () => {
    render(<Page kind="accept" />)
    await send('Send Acceptance')
    expect(screen.getByText(EXCEPTION_REQUIRED)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(/^Reason for the exception/))
    fill(screen.getByLabelText(/^Reason for the exception/), 'Few people know this family.')
    expect(sent('accept')).toMatchObject({ exceptionReason: 'Few people know this family.', revisionDueOn: null })
  })
})
