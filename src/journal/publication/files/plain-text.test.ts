import { expect, test } from 'vitest'
import { isPlainText } from './plain-text.ts'

const MARK = { LE: Buffer.from([0xff, 0xfe]), BE: Buffer.from([0xfe, 0xff]) }
const utf16 = (text: string, order: 'LE' | 'BE') => {
  const little = Buffer.from(text, 'utf16le')
  return Buffer.concat([MARK[order], order === 'LE' ? little : Buffer.from(little).swap16()])
}

test.each([
  ['UTF-8', Buffer.from('Größe: 3 µm\r\n\t植物 🌱')],
  ['UTF-8 with its mark', Buffer.from('\ufeffsite,height\n')],
  ['an older encoding', Buffer.from('Gr\u00f6\u00dfe', 'latin1')],
  ['UTF-16, little end first', utf16('site,height\r\nMultan,"2,5"\n植物 🌱', 'LE')],
  ['UTF-16, big end first', utf16('site,height\r\nMultan,"2,5"\n植物 🌱', 'BE')],
  ['UTF-16 with nothing in it', MARK.LE],
])('%s is text', (_what, content) => {
  expect(isPlainText(content)).toBe(true)
})

test.each([
  ['a program', Buffer.from('MZ\u0090\u0000')],
  ['a page', Buffer.from(' \n<!DOCTYPE html><script>')],
  ['NUL', Buffer.from('a\u0000b')],
  [
    'any bytes behind the mark of UTF-16',
    Buffer.concat([MARK.LE, Buffer.from('4d5a90000300000004000000ffff0000', 'hex')]),
  ],
  ['the same, big end first', Buffer.concat([MARK.BE, Buffer.from('4d5a90000300000004000000ffff0000', 'hex')])],
  ['UTF-32', Buffer.concat([MARK.LE, Buffer.alloc(2), Buffer.from('a\0\0\0b\0\0\0')])],
  ['half a character of UTF-16', Buffer.concat([utf16('ab', 'LE'), Buffer.from([0x61])])],
  ['half a pair of UTF-16', utf16('a\ud83cb', 'LE')],
  ['half a pair of UTF-16, big end first', utf16('a\udf31', 'BE')],
  ['control characters in UTF-16', utf16('a\u0007b', 'LE')],
  ['a page in UTF-16', utf16('<html><script>alert(1)</script>', 'LE')],
  ['a page in UTF-16, big end first', utf16('\n<svg onload=alert(1)>', 'BE')],
])('%s is not', (_what, content) => {
  expect(isPlainText(content)).toBe(false)
})
