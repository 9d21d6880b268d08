import { act, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Manuscript } from '../../../../contract/api/manuscripts.ts'
import type { AuthorStage } from '../../../../contract/rules/peer-review/author-stage.ts'
import { ManuscriptView } from './manuscript-view.tsx'

const NOTHING = {
  ...{ revise: false, answerProof: false, appeal: false, complain: true, withdraw: true, submitAgain: false },
  ...{ change: false, sendMessage: true },
}
const manuscript = (stage: AuthorStage, may: object = {}) =>
  ({
    ...{ id: 'k7m2p9qrstvw', title: 'Roots', number: '2026-041', authors: 'A. Malik', stage, category: 'Physiology' },
    ...{ status: { sentence: 'Your manuscript is with the editor.', date: null, note: null }, steps: [] },
    ...{ receivedOn: '2026-05-01', letters: [], reports: [], proof: null, proposal: null, latinNames: [] },
    ...{
      versions: [],
      suggestions: [],
      authorAnswers: [],
      messages: [],
      grievances: [],
      history: [],
      complaintWeeks: 4,
    },
    content: { version: 1, excerpt: '', keywords: '', abstract: '', comments: null, authors: [] },
    may: { ...NOTHING, ...may },
  }) as unknown as Manuscript

async function partsOf(shown: Manuscript): Promise<string[]> {
  const element = <ManuscriptView manuscript={shown} userId="author" />
  const { container } = await act(async () =>
    render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />),
  )
  return [...container.querySelectorAll('h2, summary')].map(({ textContent }) => textContent)
}

describe('the page of a manuscript', () => {
  // Loaded with the first call, which takes a while here.
  beforeAll(() => import('../../../../contract/api/api.ts'))

  test.each<[AuthorStage, object]>([
    ['editor', { change: true }],
    ['review', {}],
    ['accepted', {}],
    ['declined', { appeal: true, submitAgain: true }],
  ])('ends with the complaint and the withdrawal, whatever there is to do: %s', async (stage, may) => {
    const parts = await partsOf(manuscript(stage, may))
    expect(parts.slice(-2)).toEqual(['Complaints', 'Withdraw this manuscript'])
    expect(parts.indexOf('Messages')).toBeLessThan(parts.indexOf('Complaints'))
    expect(parts.indexOf('Manuscript')).toBeLessThan(parts.indexOf('Complaints'))
  })

  test('ends with the complaint once it is published', async () => {
    expect((await partsOf(manuscript('published', { withdraw: false }))).at(-1)).toBe('Complaints')
  })
})
