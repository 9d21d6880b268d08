import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../client/api-error.ts'
import { Field } from './field.tsx'
import { useForm } from './use-form.ts'

const Rules = z.strictObject({ name: z.string().trim().min(1, 'Please give a name'), email: z.string() })

function Form({ submit }: { submit: (data: z.output<typeof Rules>) => Promise<unknown> }) {
  const form = useForm({ schema: Rules, initial: { name: '', email: '' }, submit, onFailure: () => {} })
  return (
    <form {...form.formProps} aria-label="Form">
      <Field label="Name" {...form.text('name')} />
      <Field label="Email" {...form.text('email')} />
      <p role="status">{form.sending ? 'Sending' : (form.failure?.message ?? 'Ready')}</p>
    </form>
  )
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = () => act(async () => void fireEvent.submit(screen.getByLabelText('Form')))
const said = () => screen.getByRole('status').textContent

describe('a form', () => {
  test('shows the contract’s message at its field, focuses it, and sends nothing', async () => {
    const send = vi.fn()
    render(<Form submit={send} />)
    await submit()
    expect(screen.getByText('Please give a name')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    expect(send).not.toHaveBeenCalled()
    type('Name', 'Ada')
    expect(screen.queryByText('Please give a name')).toBeNull()
  })

  test('sends once, however often its button is pressed', async () => {
    let answer = () => {}
    const send = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)))
    render(<Form submit={send} />)
    type('Name', ' Ada ')
    await submit()
    await submit()
    expect(said()).toBe('Sending')
    expect(send.mock.calls).toEqual([[{ name: 'Ada', email: '' }]])
    await act(async () => answer())
    expect(said()).toBe('Ready')
  })

  test('keeps what was typed if the call fails, says why at the field and in words, and can be sent again', async () => {
    const refusals = [new ApiError(409, 'Taken', { email: 'This address is taken' }), new TypeError('Failed to fetch')]
    const send = vi.fn(async () => {
      const refusal = refusals.shift()
      if (refusal) throw refusal
    })
    render(<Form submit={send} />)
    type('Name', 'Ada')
    type('Email', 'ada@example.org')
    await submit()
    expect(said()).toBe('Taken')
    expect(screen.getByText('This address is taken')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    await submit()
    expect(said()).toBe('Failed to fetch')
    expect(screen.queryByText('This address is taken')).toBeNull()
    await submit()
    expect(said()).toBe('Ready')
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org')
    expect(send).toHaveBeenCalledTimes(3)
  })
})
