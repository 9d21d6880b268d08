import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Editor } from '@tiptap/core'
import { useRef, useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MarkdownField } from './markdown-field.tsx'
import { markdownKind } from './kind.ts'
import type { TextHandle } from './markdown-editor.tsx'
import type { KnownValue } from './nodes.ts'

vi.mock(import('../files/settings-picture.ts'), async (original) => ({
  ...(await original()),
  seenPicture: async (path) => `${path}?key=seen`,
}))

const VALUES: KnownValue[] = [
  { name: 'link', label: 'link', says: null, isRequired: true },
  { name: 'journal.name', label: 'Name', says: 'Annals of Ferns', isRequired: false },
]
const PICTURE = `/pictures/${'0a'.repeat(12)}-384x192.webp`
const TEXT = 'Dear *reader*,\n\n\n[Answer]({{link}}) of {{journal.name}}.\n\n* one\n* two\n'

let latest = ''
function Form({
  text = TEXT,
  isPage = true,
  hasPictures = false,
  values = VALUES,
}: {
  text?: string
  values?: KnownValue[] | null
  isPage?: boolean
  hasPictures?: boolean
}) {
  const [value, setValue] = useState(text)
  const handle = useRef<TextHandle>(null)
  latest = value
  return (
    <>
      <MarkdownField
        name="body"
        label="Text"
        person="ada"
        value={value}
        values={values}
        isPage={isPage}
        handle={handle}
        choosePicture={
          hasPictures
            ? (insert) => (
                <button type="button" onClick={() => insert({ path: PICTURE, words: 'A leaf' })}>
                  Add a Picture…
                </button>
              )
            : undefined
        }
        onChange={setValue}
      />
      <button type="button" onClick={() => handle.current!.insertValue('journal.name')}>
        Insert
      </button>
      <button type="button" onClick={() => setValue('Another text')}>
        Replace
      </button>
    </>
  )
}
const editor = () =>
  screen.findByRole('textbox', { name: 'Text' }).then((box) =>
    waitFor(
      () => {
        const now = screen.getByRole('textbox', { name: 'Text' })
        expect(now.getAttribute('contenteditable')).toBe('true')
        void box
        return now
      },
      { timeout: 10_000 },
    ),
  )
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

describe('a text in Markdown', () => {
  beforeEach(() => localStorage.clear())

  test('is shown as its readers see it, and stays as it is written as long as nobody changes it', async () => {
    render(<Form />)
    const page = await editor()
    expect(page.querySelector('em')?.textContent).toBe('reader')
    const chip = page.querySelector('[data-value="journal.name"]')!
    expect(chip.textContent).toBe('Name Annals of Ferns')
    expect(page.querySelectorAll('li')).toHaveLength(2)
    expect(latest).toBe(TEXT)
  })

  test('is changed where it is changed, and undoing brings back every byte', async () => {
    render(<Form text={TEXT} />)
    await editor()
    await press('Insert')
    expect(latest).toBe(`{{journal.name}}${TEXT}`)
    await press('Undo')
    expect(latest).toBe(TEXT)
    await press('Redo')
    await press('Undo')
    expect(latest).toBe(TEXT)
    await press('Replace')
    expect((await editor()).textContent).toBe('Another text')
    expect(latest).toBe('Another text')
  })

  test('gets what is typed at once where the caret is by then', async () => {
    render(<Form text={'One\n\nTwo'} />)
    const page = await editor()
    act(() => page.focus())
    const key = (name: string, more = {}) => act(() => void fireEvent.keyDown(page, { key: name, ...more }))
    key('End', { ctrlKey: true })
    key('Enter')
    await press('Insert')
    expect(latest).toBe('One\n\nTwo\n\n{{journal.name}}')
    key('Home', { ctrlKey: true })
    await press('Insert')
    expect(latest).toBe('{{journal.name}}One\n\nTwo\n\n{{journal.name}}')
    await press('Undo')
    await press('Undo')
    // The browser has moved the caret, and has not said so yet.
    const unheard = (event: Event) => event.stopImmediatePropagation()
    document.addEventListener('selectionchange', unheard, { capture: true })
    document.getSelection()!.collapse(page.querySelectorAll('p')[1]!.firstChild, 1)
    document.removeEventListener('selectionchange', unheard, { capture: true })
    key('Enter')
    expect(latest).toBe('One\n\nT\n\nwo')
    // Sends what is written, as it is.
    key('Enter', { ctrlKey: true })
    await press('Insert')
    expect(latest).toBe('One\n\nT\n\n{{journal.name}}wo')
  })

  test('that has no values keeps braces as they are', async () => {
    render(<Form text={'Of {{nothing}}.'} values={null} />)
    const page = await editor()
    expect(page.textContent).toBe('Of {{nothing}}.')
    expect(page.querySelector('.value-in-text')).toBeNull()
    act(() => void (page as unknown as { editor: Editor }).editor.commands.insertContentAt(1, '{{more}} '))
    expect(latest).toBe('{{more}} Of {{nothing}}.')
    expect(page.querySelectorAll('[data-value]')).toHaveLength(1)
  })

  test('has its tools by keyboard as one stop, with what is on', async () => {
    render(<Form />)
    await editor()
    const bar = screen.getByRole('toolbar', { name: 'Formatting' })
    const tools = [...bar.querySelectorAll<HTMLElement>('[data-tool]')]
    expect(tools.map(({ dataset }) => dataset.tool)).toEqual([
      'style',
      'bold',
      'italic',
      'bulletList',
      'orderedList',
      'language',
      'link',
      'table',
      'undo',
      'redo',
    ])
    expect(tools.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
    act(() => tools[0]!.focus())
    fireEvent.keyDown(tools[0]!, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(tools[1])
    expect(tools[1]!.getAttribute('aria-pressed')).toBe('false')
    fireEvent.keyDown(tools[1]!, { key: 'End' })
    expect(document.activeElement).toBe(tools.at(-1))
  })

  test('of an email has only what emails can have', async () => {
    render(<Form isPage={false} />)
    await editor()
    for (const name of ['Table', 'Image', 'Numbered list']) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('combobox', { name: 'Text style' })).toBeNull()
    expect(markdownKind([], false).inputRules).toEqual(['bulletList'])
    expect(markdownKind([], true).inputRules).toContain('heading')
  })

  test('asks for a value back that it needs', async () => {
    render(<Form text="No answer." />)
    await editor()
    expect(screen.getByText('Please put {{link}} back: the text needs it.')).toBeTruthy()
  })

  test('gets a table, and its rows and columns', async () => {
    render(<Form text={'One\n\n| a | b |\n| :-- | --- |\n| c | d |\n'} />)
    await editor()
    await press('Table')
    expect(latest).toBe('One\n\n|  |  |\n| --- | --- |\n|  |  |\n\n| a | b |\n| :-- | --- |\n| c | d |\n')
    for (const name of ['Add Row', 'Add Column', 'Remove Row']) await press(name)
    expect(latest).toContain('|  |  |  |\n| --- | --- | --- |\n|  |  |  |\n\n| a')
    await press('Remove Column')
    const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'
    expect(isOff('Remove Row')).toBe(true)
    await press('Remove Row')
    expect(latest).toContain('|  |  |\n| --- | --- |\n|  |  |\n\n| a')
    act(() => screen.getByRole('button', { name: 'Remove Table' }).focus())
    await press('Remove Table')
    expect(screen.queryByRole('group', { name: 'Table' })).toBeNull()
    const page = await editor()
    await waitFor(() => expect(document.activeElement).toBe(page))
    expect(latest).toBe('One\n\n| a | b |\n| :-- | --- |\n| c | d |\n')
  })

  test('gets a picture, also as it is written; the choice takes the focus, and Escape leaves it', async () => {
    render(<Form text={'One\n\nTwo'} hasPictures />)
    const page = await editor()
    const inText = () => waitFor(() => expect(document.activeElement).toBe(page))
    expect(screen.queryByRole('button', { name: 'Add a Picture…' })).toBeNull()
    await press('Image')
    const add = screen.getByRole('button', { name: 'Add a Picture…' })
    expect(document.activeElement).toBe(add)
    fireEvent.keyDown(add, { key: 'Escape' })
    await inText()
    expect(screen.queryByRole('button', { name: 'Add a Picture…' })).toBeNull()
    await press('Image')
    await press('Cancel')
    await inText()
    await press('Image')
    await press('Add a Picture…')
    expect(latest).toBe(`![A leaf](${PICTURE})\n\nOne\n\nTwo`)
    await press('Undo')
    await press('Markdown')
    screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }).setSelectionRange(0, 0)
    await press('Add a Picture…')
    expect(latest).toBe(`One\n\n![A leaf](${PICTURE})\n\n\nTwo`)
  })

  test('shows its pictures, also those that are not published, and keeps their addresses', async () => {
    const text = `One ![A leaf](${PICTURE}) two`
    render(<Form text={text} />)
    const page = await editor()
    await waitFor(() => expect(page.querySelector('img')!.getAttribute('src')).toBe(`${PICTURE}?key=seen`))
    expect(page.querySelector('img')!.alt).toBe('A leaf')
    expect(latest).toBe(text)
    act(() => void (page as unknown as { editor: Editor }).editor.commands.setNodeSelection('One '.length + 1))
    await press('Describe image')
    const words = screen.getByRole('textbox', { name: 'What does the image show?', description: /^For readers who/ })
    fireEvent.change(words, { target: { value: 'Two leaves' } })
    expect(page.querySelector('img')!.alt).toBe('Two leaves')
    expect(latest).toBe(text.replace('A leaf', 'Two leaves'))
  })

  test('is as it is written for who wants it so, also the next time', async () => {
    const first = render(<Form />)
    await editor()
    await press('Markdown')
    const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
    expect(area.value).toBe(TEXT)
    fireEvent.change(area, { target: { value: '**New**' } })
    first.unmount()
    render(<Form text="**New**" />)
    expect(screen.getByRole('textbox', { name: 'Text' }).tagName).toBe('TEXTAREA')
    await press('Markdown')
    expect((await editor()).querySelector('strong')?.textContent).toBe('New')
    expect(latest).toBe('**New**')
  })
})
