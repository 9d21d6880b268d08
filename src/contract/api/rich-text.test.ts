import { expect, test } from 'vitest'
import { EditorialMembersForm } from './editorial-members.ts'
import {
  hasOversizedPicture,
  isAllowedPicture,
  MARKUP_MAX,
  MARKUP_TOO_LONG,
  PICTURE_BYTES_MAX,
  PICTURE_TOO_LARGE,
  RICH_TEXT_MAX,
} from '../rules/text/rich-text.ts'
import { DetailsStep } from './submission.ts'

const data = (bytes: number, type = 'png') => `data:image/${type};base64,${Buffer.alloc(bytes).toString('base64')}`

test('pictures come from the web or are raster data of at most 300 kB', () => {
  expect(PICTURE_BYTES_MAX).toBe(300_000)
  for (const src of ['https://example.org/a.png', 'http://example.org/a.png', data(PICTURE_BYTES_MAX)]) {
    expect(isAllowedPicture(src)).toBe(true)
  }
  for (const type of ['png', 'jpeg', 'gif', 'webp']) expect(isAllowedPicture(data(10, type))).toBe(true)
  for (const src of [
    data(PICTURE_BYTES_MAX + 1),
    data(10, 'svg+xml'),
    data(10, 'avif'),
    'data:image/png,raw',
    'data:text/html,x',
    'file:///a.png',
    'blob:x',
    '/a.png',
    '',
    null,
  ]) {
    expect(isAllowedPicture(src)).toBe(false)
  }
})

test('each picture of a text is measured by itself, whatever its quotes and line breaks', () => {
  const most = data(PICTURE_BYTES_MAX)
  const more = data(PICTURE_BYTES_MAX + 1)
  expect(hasOversizedPicture(`<p>a</p><img src="${most}"><img src="${most}">`)).toBe(false)
  expect(hasOversizedPicture(`<img src="${most}"><img alt='b' src='${more}'>`)).toBe(true)
  expect(hasOversizedPicture(`<img src=${more}>`)).toBe(true)
  expect(hasOversizedPicture(`<img src="${most.replace(/.{76}/g, '$&\r\n')}">`)).toBe(false)
  expect(hasOversizedPicture(`<img src="${more.replace(/.{76}/g, '$&\r\n')}">`)).toBe(true)
})

test('the abstract and the editorial board are refused in these words', () => {
  const html = (bytes: number) => `<p>a</p><img src="${data(bytes)}" alt="" />`
  const details = (abstract: string) =>
    DetailsStep.safeParse({ categoryId: 'a', excerpt: 'a', keywords: 'a', abstract }).error?.issues
  const board = (members: string) => EditorialMembersForm.safeParse({ members }).error?.issues
  for (const issuesOf of [details, board]) {
    expect(issuesOf(html(PICTURE_BYTES_MAX))).toBeUndefined()
    expect(issuesOf(html(PICTURE_BYTES_MAX + 1))).toMatchObject([{ message: PICTURE_TOO_LARGE }])
    expect(issuesOf('a'.repeat(MARKUP_MAX))).toBeUndefined()
    expect(issuesOf('a'.repeat(MARKUP_MAX + 1))).toMatchObject([{ message: MARKUP_TOO_LONG }])
    // Pictures do not count as text, in one line or in many; there is a separate limit for the total.
    const picture = html(250_000)
    expect(issuesOf(picture.repeat(3))).toBeUndefined()
    expect(issuesOf(picture.replace(/.{76}/g, '$&\r\n'))).toBeUndefined()
    expect(issuesOf(picture.repeat(4))?.[0]?.message).toBe(`Please use at most ${RICH_TEXT_MAX} characters`)
  }
})
