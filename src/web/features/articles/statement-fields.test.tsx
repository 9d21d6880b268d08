import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { eachStatement, type Statement, STATEMENTS } from '../../../contract/rules/articles/statements.ts'
import { StatementFields } from './statement-fields.tsx'

let typed: Record<Statement, string>
function Form({ isAsked, ...given }: { isAsked?: boolean } & Partial<Record<Statement, string>>) {
  const [values, setValues] = useState({ ...eachStatement(() => ''), ...given })
  typed = values
  return (
    <StatementFields
      values={values}
      errors={{}}
      noteFor={() => 'No answer yet.'}
      onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
      {...(isAsked ? { isAsked } : {})}
    />
  )
}

const question = (name: string) => within(screen.getByRole('group', { name }))
const choose = (name: string, answer: string) => fireEvent.click(question(name).getByLabelText(answer))

describe('the declarations of an article', () => {
  test('say nothing until they are answered', () => {
    render(<Form isAsked />)
    expect(screen.getByRole('status').textContent).toContain('0 of 5 answered')
    expect(screen.getAllByRole('radio').some((radio) => (radio as HTMLInputElement).checked)).toBe(false)
    expect(typed).toEqual(eachStatement(() => ''))
  })

  test('one press answers what is open, and leaves what was written', () => {
    render(<Form isAsked aiUse="A model drew Figure 2." />)
    fireEvent.click(screen.getByRole('button', { name: 'Nothing to Declare' }))
    expect(typed).toEqual({
      ...eachStatement((name) => STATEMENTS[name].none ?? ''),
      aiUse: 'A model drew Figure 2.',
    })
    expect(screen.getByRole('status').textContent).toContain('5 of 5 answered')
    for (const { label, none } of Object.values(STATEMENTS)) {
      if (none && label !== 'Use of AI')
        expect((question(label).getByLabelText(none) as HTMLInputElement).checked).toBe(true)
    }
  })

  test('each can be changed, and what was written comes back', () => {
    render(<Form />)
    expect(screen.queryByRole('button', { name: 'Nothing to Declare' })).toBeNull()
    expect(question('Competing interests').getByText(/No answer yet/)).toBeTruthy()
    choose('Competing interests', 'I will describe it')
    expect(typed.competingInterests).toBe('')
    fireEvent.change(question('Competing interests').getByRole('textbox'), { target: { value: 'A advises B.' } })
    choose('Competing interests', 'None declared.')
    expect(typed.competingInterests).toBe('None declared.')
    expect(question('Competing interests').queryByRole('textbox')).toBeNull()
    expect(question('Competing interests').queryByText(/No answer yet/)).toBeNull()
    choose('Competing interests', 'I will describe it')
    expect(typed.competingInterests).toBe('A advises B.')
  })
})
