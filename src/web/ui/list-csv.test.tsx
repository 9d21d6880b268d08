import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CsvButton, csvTable, everyPage } from './list-csv.tsx'

afterEach(() => vi.restoreAllMocks())

const rows = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ id: String(from + at) }))
const page = (data: { id: string }[], number: number, totalPages: number) => ({
  data,
  meta: { page: number, totalPages, totalItems: totalPages * 100 },
})

describe('a list as a file', () => {
  test('holds every page, each row once, in the order of the list', async () => {
    const asked: number[] = []
    const found = await everyPage(async (number, limit) => {
      asked.push(number)
      expect(limit).toBe(100)
      // Added while it was read: the last row of the first page is the first of the next one.
      return page(number === 1 ? rows(0, 100) : rows(99, 40), number, 2)
    })
    expect(asked).toEqual([1, 2])
    expect(found.map(({ id }) => id)).toEqual(rows(0, 139).map(({ id }) => id))
  })

  test('is bound, however long the list is', async () => {
    const found = await everyPage(async (number) => page(rows(number * 100, 100), number, 1_000_000))
    expect(found.length).toBe(10_000)
  })

  test('has its columns in words, and no cell that a spreadsheet takes for a formula', async () => {
    let saved: Blob | undefined
    // jsdom makes no addresses of files.
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        saved = blob
        return 'blob:test'
      },
      revokeObjectURL: () => {},
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const columns = [
      ['Name', ({ name }: { name: string }) => name],
      ['Place', () => 'Multan, Pakistan'],
    ] as const
    render(<CsvButton table={csvTable('people', columns, () => [{ name: '=1+1' }, { name: 'Ayesha "A" Malik' }])} />)
    fireEvent.click(screen.getByRole('button', { name: 'CSV of this list' }))
    await waitFor(() => expect(saved).toBeDefined())
    const bytes = new Uint8Array(await saved!.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toBe(
      'Name,Place\r\n\'=1+1,"Multan, Pakistan"\r\n"Ayesha ""A"" Malik","Multan, Pakistan"\r\n',
    )
  })
})
