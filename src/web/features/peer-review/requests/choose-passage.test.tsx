import { act, fireEvent, render, screen } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { PASSAGE_MAX } from '../../../../contract/rules/articles/requests.ts'
import { ChoosePassage, foundPlaces } from './choose-passage.tsx'

const PLACES = [
  { place: 'Title', paragraphs: ['Sap flow in Prosopis cineraria'] },
  { place: 'Table 2', paragraphs: ['June · 8.7', 'July · 4.1'] },
  { place: 'Results', paragraphs: ['In Šumava, flow fell at night.', 'It rose in June.'] },
]
// Loaded with the first call, which takes a while here.
beforeAll(() => import('../../../../contract/api/api.ts'))
afterEach(() => vi.unstubAllGlobals())

test('passages are found by all of the words, in any case, with or without accents, also by where they are', () => {
  const textsOf = (words: string) => foundPlaces(PLACES, words).flatMap(({ paragraphs }) => paragraphs)
  expect(textsOf('')).toHaveLength(5)
  expect(textsOf('JUNE')).toEqual(['June · 8.7', 'It rose in June.'])
  expect(textsOf('table june')).toEqual(['June · 8.7'])
  expect(textsOf('sumava  night')).toEqual(['In Šumava, flow fell at night.'])
  expect(textsOf('august')).toEqual([])
})

test('a paragraph longer than a request can have is offered in pieces that end with a sentence', () => {
  const sentence = `${'Leaves were counted '.repeat(20)}twice. `
  const found = foundPlaces([{ place: 'Methods', paragraphs: [sentence.repeat(12).trim()] }], '')
  const pieces = found[0]!.paragraphs
  expect(pieces.join(' ')).toBe(sentence.repeat(12).trim())
  for (const piece of pieces) {
    expect(piece.length).toBeLessThanOrEqual(PASSAGE_MAX)
    expect(piece.endsWith('twice.')).toBe(true)
  }
})

test('a passage is chosen from the article, and a failed load can be tried again', async () => {
  const answers = [Response.json({}, { status: 503 }), Response.json({ places: PLACES })]
  vi.stubGlobal('fetch', () => Promise.resolve(answers.shift()))
  const chosen = vi.fn()
  const sent = vi.fn()
  const form = () => (
    <form onSubmit={sent}>
      <ChoosePassage articleId="k7m2p9qrstvw" onChosen={chosen} />
    </form>
  )
  const Stub = createRoutesStub([{ path: '/', Component: form }])
  render(<Stub />)
  const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
  await press('Choose in the Article')
  await press('Try Again')
  fireEvent.change(screen.getByLabelText('Words of the passage'), { target: { value: 'june' } })
  expect(screen.getByRole('status').textContent).toBe('2 passages')
  await press('June · 8.7')
  expect(chosen).toHaveBeenCalledWith('June · 8.7')
  expect(screen.queryByRole('dialog')).toBeNull()
  // The form that the dialog belongs to has not been sent.
  expect(sent).not.toHaveBeenCalled()
})
