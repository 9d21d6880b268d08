import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { RetractionListForm } from './references-view.tsx'
import { NO_LIST } from './retraction-list.ts'

const HEAD = 'Record ID,Title,RetractionDate,OriginalPaperDOI,RetractionNature'

const send = vi.fn(async () => ({ message: '2 listed' }))
beforeEach(() => send.mockClear())

const choose = async (...lines: string[]) => {
  const Page = createRoutesStub([
    { path: '/', Component: () => <RetractionListForm listed={0} loadedAt={null} send={send} />, loader: () => null },
  ])
  render(<Page />)
  const input = await screen.findByLabelText('choose a file')
  const file = new File([lines.join('\r\n')], 'retraction_watch.csv', { type: 'text/csv' })
  await act(async () => void fireEvent.change(input, { target: { files: [file] } }))
}

test('a list is read on the device, and the three columns of each row are sent', async () => {
  await choose(
    HEAD,
    '1,"Seeds, ""old""\r\nand new",3/21/2021 0:00,10.1000/X,Retraction',
    '2,Roots,1/2/2020 0:00,unavailable,Retraction',
    '3,Leaves,1/2/2020 0:00,10.1000/y,Expression of concern',
  )
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
  expect(send.mock.calls[0]).toEqual([
    {
      ...{ total: 2, startedAt: expect.any(String) },
      rows: ['retraction 2021-03-21 10.1000/x', 'concern 2020-01-02 10.1000/y'],
    },
  ])
})

test.each([
  ['another table', ['Name,Email', 'Ada,ada@plants.test'], NO_LIST],
  ['a list without retractions', [HEAD, '1,Seeds,,10.1000/x,Correction'], 'This list names no retracted article.'],
])('%s is refused in words, and nothing is sent', async (_what, lines, sentence) => {
  await choose(...lines)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
})
