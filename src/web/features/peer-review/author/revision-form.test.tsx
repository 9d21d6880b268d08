import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Manuscript } from '../../../../contract/api/manuscripts.ts'
import { STORAGE_KEYS } from '../../../client/storage.ts'
import { RevisionForm } from './revision-form.tsx'

const MANUSCRIPT = {
  id: 'k7m2p9qrstvw',
  title: 'Roots of <i>Zea mays</i>',
  letters: [{ reports: [] }],
  latinNames: [],
  versions: [],
  content: {
    version: 3,
    excerpt: 'Roots grow.',
    keywords: 'roots, maize',
    abstract: '<p>We dug.</p>',
    comments: null,
    authors: [],
  },
  proposal: null,
  may: {},
} as unknown as Manuscript
const KEY = 'journal:manuscript:author:k7m2p9qrstvw:revision-1'
const FILE = { url: '/files/222222222222/revised.docx', name: 'revised.docx', bytes: 10 }

/** What was sent to the server, which refuses everything. */
const sent: unknown[] = []
// Loaded with the first call, which takes a while here.
beforeAll(() => import('../../../../contract/api/api.ts'))
beforeEach(() => {
  localStorage.setItem(STORAGE_KEYS.accessToken, 'token')
  localStorage.setItem(KEY, JSON.stringify({ texts: {}, files: [FILE] }))
  vi.stubGlobal('fetch', (_url: unknown, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Promise.reject(new TypeError('Failed to fetch'))
  })
})
afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

const show = (manuscript = MANUSCRIPT) =>
  render(<RevisionForm manuscript={manuscript} userId="author" onChanged={() => {}} />)
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
/** The control of a field that programs read, also where an editor is shown in its place. */
const control = (name: string) => document.querySelector<HTMLInputElement>(`form [name=${name}]`)!
const type = (name: string, value: string) => fireEvent.input(control(name), { target: { value } })
const openWords = () => press('Change Title, Abstract or Keywords')

describe('the form of a revision', () => {
  test('is filled in with the words that are there, and sends those that changed', async () => {
    show()
    await openWords()
    expect(['title', 'excerpt', 'keywords', 'abstract'].map((name) => control(name).value)).toEqual([
      ...[MANUSCRIPT.title, MANUSCRIPT.content.excerpt, MANUSCRIPT.content.keywords, MANUSCRIPT.content.abstract],
    ])
    type('title', 'Deep roots of <i>Zea mays</i>')
    await press('Send Revision')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ files: [FILE.url], version: 3, title: 'Deep roots of <i>Zea mays</i>' })
    expect(Object.keys(sent[0] as object).toSorted()).toEqual(['files', 'replies', 'reply', 'title', 'version'])
  })

  test('sends files alone where no word is new', async () => {
    show()
    await openWords()
    type('title', 'Deep roots')
    type('title', MANUSCRIPT.title)
    await press('Send Revision')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(Object.keys(sent[0] as object).toSorted()).toEqual(['files', 'replies', 'reply'])
  })

  test('keeps new words through a failed call and a reload, an emptied field too', async () => {
    const page = show()
    await openWords()
    type('title', 'Deep roots')
    type('abstract', '')
    await press('Send Revision')
    expect(screen.getByText('Abstract is required')).toBeTruthy()
    expect(sent).toEqual([])
    type('abstract', '<p>We dug deeper.</p>')
    await press('Send Revision')
    await waitFor(() => expect(sent).toHaveLength(1))
    page.unmount()

    show()
    expect([control('title').value, control('abstract').value]).toEqual(['Deep roots', '<p>We dug deeper.</p>'])
    expect(screen.queryByRole('button', { name: 'Use What Is There Now' })).toBeNull()
  })

  test('says after a reload that the manuscript was changed meanwhile, and lets the author go back', async () => {
    const page = show()
    await openWords()
    type('title', 'Deep roots')
    page.unmount()
    const content = { ...MANUSCRIPT.content, version: 4 }
    show({ ...MANUSCRIPT, title: 'Roots of maize', content })
    expect(screen.getByText(/^The manuscript has been changed since you wrote this/)).toBeTruthy()
    expect(control('title').value).toBe('Deep roots')
    await press('Use What Is There Now')
    expect(control('title').value).toBe('Roots of maize')
  })
})
