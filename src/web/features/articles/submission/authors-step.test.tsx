import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { check } from '../../../../contract/api/errors.ts'
import { AuthorsStep as AuthorsRules, NO_AUTHOR } from '../../../../contract/api/submission.ts'
import { NO_AFFILIATION, NOBODY } from '../../../site/people/typed-author.ts'
import { AuthorsStep } from './authors-step.tsx'
import { type Draft, type DraftContributor, EMPTY_DRAFT, toSubmission } from './draft.ts'
import { partOf, STEPS } from './steps.tsx'

const person = (fullName: string, role: DraftContributor['role']): DraftContributor => ({
  ...NOBODY,
  ...{ key: fullName, fullName, familyName: fullName, email: `${fullName}@plants.test`, role },
  affiliations: [
    { ...NO_AFFILIATION, institution: 'Institute of Botany', city: 'Multan' },
    { ...NO_AFFILIATION, institution: 'Thar Station' },
  ],
})

function Step({ people }: { people: DraftContributor[] }) {
  const [draft, setDraft] = useState<Draft>({ ...EMPTY_DRAFT, contributors: people })
  const none = { items: [], unfinished: false, add() {}, remove() {}, retry() {} } as never
  return (
    <AuthorsStep
      draft={draft}
      update={(change) => setDraft((now) => ({ ...now, ...(typeof change === 'function' ? change(now) : change) }))}
      errors={{}}
      clear={() => {}}
      categories={[]}
      uploads={{ files: none, supplements: none, image: none }}
      waiver={{ kind: '', couldPay: '', reason: '' }}
      setWaiver={() => {}}
      confirmed={false}
      setConfirmed={() => {}}
      goTo={() => {}}
    />
  )
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const proposed = () => (within(screen.getByRole('dialog')).getByLabelText('Role') as HTMLSelectElement).value

describe('the authors of a submission', () => {
  test('one is proposed as the corresponding author, and the others as authors', async () => {
    const { unmount } = render(<Step people={[]} />)
    await press('Add Author')
    expect(proposed()).toBe('Corresponding Author')
    unmount()
    render(<Step people={[person('Malik', 'Corresponding Author')]} />)
    await press('Add Author')
    expect(proposed()).toBe('Author')
  })

  test('where none is the corresponding one, the first author is proposed', async () => {
    render(<Step people={[person('Adviser', 'Reviewer'), person('Malik', 'Author'), person('Khan', 'Author')]} />)
    await press('Make Malik the Corresponding Author')
    expect(screen.getAllByText('Corresponding Author')).toHaveLength(1)
    expect(screen.queryByText(/choose the corresponding author/)).toBeNull()
  })

  test('are not suggested reviewers alone', () => {
    const draft = { ...EMPTY_DRAFT, contributors: [person('Adviser', 'Reviewer')] }
    const step = STEPS.find(({ title }) => title === 'Authors')!
    expect(check(step.rules, partOf(step.rules, toSubmission(draft))).errors).toEqual({ contributors: NO_AUTHOR })
  })

  test('are sent with their affiliations as one text too', () => {
    const sent = toSubmission({ ...EMPTY_DRAFT, contributors: [person('Malik', 'Author')] })
    expect(sent.contributors[0]!.affiliation).toBe('Institute of Botany, Multan; Thar Station')
    const many = person('Khan', 'Author')
    many.affiliations = Array.from({ length: 10 }, (_, at) => ({
      ...NO_AFFILIATION,
      institution: `A; B`,
      city: `C${at}`,
    }))
    const checked = check(AuthorsRules, {
      contributors: toSubmission({ ...EMPTY_DRAFT, contributors: [many] }).contributors,
    })
    expect(checked.errors).toBeUndefined()
  })
})
