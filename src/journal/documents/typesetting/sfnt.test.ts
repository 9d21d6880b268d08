import { expect, test } from 'vitest'
import { sfntOf } from './fonts.ts'

test('what is not WOFF is refused', () => {
  expect(() => sfntOf(Buffer.from('wOF2 something else'))).toThrow('not a WOFF file')
})
