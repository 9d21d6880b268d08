import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { byteRange, sliceOf } from './byte-range.ts'

test.each([
  [undefined, 'whole'],
  ['', 'whole'],
  ['bytes=0-9', { first: 0, last: 9 }],
  ['bytes=90-', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=50-1000', { first: 50, last: 99 }],
  ['bytes=99-99', { first: 99, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-0', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['pages=1-2', 'whole'],
  ['bytes=a-b', 'whole'],
  [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
  [`bytes=0-${'9'.repeat(400)}`, { first: 0, last: 99 }],
])('%s of 100 bytes', (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected)
})

test('nothing can be taken from an empty file', () => {
  expect(byteRange('bytes=0-', 0)).toBe('unsatisfiable')
  expect(byteRange('bytes=-5', 0)).toBe('unsatisfiable')
})

test('a slice is right wherever the pieces of the stream end', async () => {
  const bytes = Buffer.from('0123456789')
  for (let size = 1; size <= 10; size++) {
    const pieces = Array.from({ length: Math.ceil(10 / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    for (let first = 0; first < 10; first++) {
      for (let last = first; last < 10; last++) {
        const taken: Uint8Array[] = []
        for await (const part of sliceOf(Readable.from(pieces), { first, last })) taken.push(part)
        expect(Buffer.concat(taken).toString()).toBe('0123456789'.slice(first, last + 1))
      }
    }
  }
})

test('a slice lets go of the stream when it has enough', async () => {
  const stream = Readable.from([Buffer.from('abc'), Buffer.from('def'), Buffer.from('ghi')])
  const parts: Uint8Array[] = []
  for await (const part of sliceOf(stream, { first: 0, last: 1 })) parts.push(part)
  expect(Buffer.concat(parts).toString()).toBe('ab')
  expect(stream.destroyed).toBe(true)
})
