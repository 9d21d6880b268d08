import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import {
  DECLINE_REASON_REQUIRED,
  INTERESTS_REQUIRED,
  INTERESTS_TEXT_REQUIRED,
  type Authorship,
} from '../../../../contract/api/authorship.ts'
import type { ConfirmationState } from '../../../../contract/rules/peer-review/authorship.ts'
import { AuthorshipView } from './authorship-page.tsx'

const WAITING: Authorship = {
  title: 'Seed rain under <i>Prosopis juliflora</i>',
  number: '2026-041',
  submitter: 'Ayesha Malik',
  authors: [
    ['Ayesha Malik', 'Corresponding Author', 'Institute of Botany, Multan'] as const,
    ['Bruno Kovář', 'Author', 'Kew, London'] as const,
    ['Carla Rossi', 'Author', 'Institute of Botany, Multan'] as const,
  ].map(([fullName, role, line]) => ({
    ...{ fullName, role, affiliations: [{ line }], isYou: fullName === 'Bruno Kovář' },
    state: fullName === 'Bruno Kovář' ? 'asked' : null,
  })),
  before: null,
  you: {
    ...{ fullName: 'Bruno Kovář', place: 2, state: 'asked', answeredOn: null, reason: null, isReasonShared: false },
    ...{ orcid: null, orcidAuthenticated: false, credit: [], creditSaidBy: null, competingInterests: null },
  },
  mayStateRoles: false,
  mayConnectOrcid: false,
  digest: 'abc',
  mayAnswer: true,
  stage: 'editor',
  next: 'An editor reads it first.',
  steps: [
    { title: 'Received', note: 'May 2', state: 'now' },
    { title: 'Published', note: '', state: 'ahead' },
  ],
  proof: null,
  article: null,
}

const having = (state: ConfirmationState | null, more: Partial<Authorship> = {}): Authorship => ({
  ...WAITING,
  authors: WAITING.authors.map((one) => ({ ...one, state: one.isYou ? state : 'confirmed' })),
  you: { ...WAITING.you, state, answeredOn: '2026-05-03', reason: state === 'declined' ? 'Sadia is missing.' : null },
  ...more,
})

const show = (shown: Authorship) =>
  render(
    <MemoryRouter>
      <AuthorshipView shown={shown} sending={false} act={async () => null} />
    </MemoryRouter>,
  )
const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent)

describe('the page of a named author', () => {
  test.each<[string, Authorship, heading: string, buttons: string[]]>([
    ['asked', WAITING, 'Seed rain under Prosopis juliflora', ['No, it is not right', 'Yes, this is my work']],
    ['confirmed', having('confirmed'), 'Thank you. You have confirmed the list.', ['Change My Answer']],
    [
      'declined',
      having('declined'),
      'Thank you for telling us. Review is on hold.',
      ['Change What You Said', 'It is right after all'],
    ],
    [
      'gone on without',
      having('waived'),
      'Seed rain under Prosopis juliflora',
      ['No, it is not right', 'Yes, this is my work'],
    ],
    ['never asked', having(null, { mayAnswer: false }), 'Seed rain under Prosopis juliflora', []],
    ['of a published article', having('confirmed', { mayAnswer: false }), 'Seed rain under Prosopis juliflora', []],
  ])('of one who is %s', (_name, shown, heading, expected) => {
    show(shown)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading)
    expect(buttons()).toEqual(expected)
  })

  test('marks the own name and place in the list, and tells the others’ answers after the own one alone', () => {
    const { container, unmount } = show(WAITING)
    const printed = container.querySelector('.printed')!
    expect([...printed.querySelectorAll('strong')].map(({ textContent }) => textContent)).toEqual([
      'Bruno Kovář',
      'Kew, London',
    ])
    expect(printed.textContent).toContain('Ayesha Malik1, Bruno Kovář2 and Carla Rossi1')
    expect(printed.textContent).toContain('Corresponding author: Ayesha Malik')
    expect(container.querySelector('.signed')).toBeNull()
    unmount()
    const answered = show(having('confirmed'))
    expect(within(answered.container.querySelector('.signed') as HTMLElement).getAllByRole('listitem')).toHaveLength(3)
  })

  test('a yes needs an answer about one’s own interests, which is not there at first', () => {
    const act = vi.fn(async () => null)
    render(
      <MemoryRouter>
        <AuthorshipView shown={{ ...WAITING, mayStateRoles: true }} sending={false} act={act} />
      </MemoryRouter>,
    )
    const yes = () => fireEvent.click(screen.getByRole('button', { name: 'Yes, this is my work' }))
    const none = screen.getByRole('radio', { name: 'None' }) as HTMLInputElement
    expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([false, false])
    yes()
    expect(screen.getByText(INTERESTS_REQUIRED)).toBeTruthy()
    expect(document.activeElement).toBe(none)
    fireEvent.click(screen.getByRole('radio', { name: 'Yes, I will describe them' }))
    expect(screen.queryByText(INTERESTS_REQUIRED)).toBeNull()
    yes()
    expect(screen.getByText(INTERESTS_TEXT_REQUIRED)).toBeTruthy()
    expect(act).not.toHaveBeenCalled()
    fireEvent.click(none)
    yes()
    expect(act).toHaveBeenCalledTimes(1)
  })

  test('a no asks for a sentence before it is sent', async () => {
    show(WAITING)
    fireEvent.click(screen.getByRole('button', { name: 'No, it is not right' }))
    await act(async () => void fireEvent.submit(document.querySelector('form')!))
    expect(screen.getByLabelText('What is not right?').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(DECLINE_REASON_REQUIRED)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(buttons()).toContain('Yes, this is my work')
  })

  test('leads to the published article', () => {
    show(having('confirmed', { mayAnswer: false, article: { path: '/blog/abc', doi: '10.5555/abc' } }))
    expect(screen.getByRole('link', { name: 'Read the Article' }).getAttribute('href')).toBe('/blog/abc')
    expect(document.querySelector('a[href="https://doi.org/10.5555/abc"]')).toBeTruthy()
  })

  test('asks who would be removed about both lists, and says what they have agreed to', () => {
    const proposed: Partial<Authorship> = {
      authors: WAITING.authors.filter(({ isYou }) => !isYou),
      before: WAITING.authors,
      you: { ...WAITING.you, place: null },
    }
    const { unmount } = show({ ...WAITING, ...proposed })
    expect(screen.getByText('Ayesha Malik proposes a list that no longer names you. Do you agree?')).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['The list that is proposed', 'The list as it is now']),
    )
    expect(buttons()).toEqual(['No, I do not agree', 'Yes, I agree'])
    unmount()
    // With the last answer the list counts, and they are named no more.
    show(
      having('confirmed', { ...proposed, you: { ...WAITING.you, place: null, state: 'confirmed' }, mayAnswer: false }),
    )
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Thank you. You agree to the change.')
    expect(buttons()).toEqual([])
  })

  test('shows the answer of an author who is removed, beside one of the same name who stays', () => {
    const { authors } = having('confirmed')
    const same = { ...authors[0]!, state: 'declined' as const }
    show(having('confirmed', { before: [...authors.map((one) => ({ ...one, state: null })), same] }))
    const answers = within(document.querySelector('.signed') as HTMLElement).getAllByRole('listitem')
    expect(answers).toHaveLength(authors.length + 1)
    expect(answers.at(-1)!.textContent).toBe(`${same.fullName}Disagrees`)
  })
})

test('asks what the author did, with what was suggested, and shows how it will be printed', () => {
  const { rerender } = show({
    ...WAITING,
    mayStateRoles: true,
    you: { ...WAITING.you, credit: ['formal-analysis'], creditSaidBy: 'submitter' },
  })
  const tick = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  expect(screen.getAllByRole('checkbox')).toHaveLength(14)
  expect(screen.getByText(/Ayesha Malik suggested one/)).toBeTruthy()
  expect(tick(/Analysed the data Formal analysis, suggested/).checked).toBe(true)
  fireEvent.click(tick(/Made the figures/))
  expect(screen.getByText(/analysed the data and made the figures/).textContent).toBe(
    'Bruno Kovář analysed the data and made the figures.',
  )
  rerender(
    <MemoryRouter>
      <AuthorshipView
        shown={having('confirmed', {
          mayStateRoles: true,
          you: { ...having('confirmed').you, credit: ['software'], creditSaidBy: 'person' },
        })}
        sending={false}
        act={async () => null}
      />
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading', { name: 'What you did' })).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('offers to connect ORCID where that is set up, until it is connected', () => {
  const { unmount } = show({ ...WAITING, mayConnectOrcid: true })
  expect(buttons()).toContain('Connect ORCID')
  unmount()
  show({
    ...{ ...WAITING, mayConnectOrcid: true },
    you: { ...WAITING.you, orcid: '0000-0002-1825-0097', orcidAuthenticated: true },
  })
  expect(buttons()).not.toContain('Connect ORCID')
  expect(screen.getByText('https://orcid.org/0000-0002-1825-0097')).toBeTruthy()
})
