import { expect, test } from 'vitest'
import { decisionKind, fileStage, hashKind, recommendationOf, roleOf } from './codes.ts'
import { computedPath, coverPath, issueFilePath, pathWithin } from './file-paths.ts'

test.each([
  ['1', 'accept', 'unknown'],
  ['2', 'revisions', 'accept'],
  ['3', 'resubmit', 'to review'],
  ['4', 'decline', 'revisions'],
  ['5', 'unknown', 'resubmit'],
  ['6', 'unknown', 'decline'],
  ['7', 'to production', 'to production'],
  ['8', 'to review', 'desk decline'],
  ['9', 'desk decline', 'recommendation'],
  ['12', 'recommendation', 'recommendation'],
  ['14', 'recommendation', 'new round'],
  ['16', 'new round', 'revert decline'],
  ['17', 'revert decline', 'skip review'],
  ['31', 'unknown', 'cancel round'],
  ['constructor', 'unknown', 'unknown'],
  [null, 'unknown', 'unknown'],
])('decision %s is %s until 3.3 and %s from 3.4', (code, before, after) => {
  expect(decisionKind(code, 'until 3.3')).toBe(before)
  expect(decisionKind(code, 'from 3.4')).toBe(after)
})

test('other codes', () => {
  expect(['1', '2', '3', '4', '5'].map((code) => recommendationOf(code)?.ours)).toEqual([
    ...['accept', 'minor', 'major', 'decline', 'decline'],
  ])
  expect(recommendationOf('6')).toEqual({ ours: null, original: 'See Comments' })
  expect(recommendationOf('0')).toBeNull()
  expect(['1', '16', '17', '4097', '65536', '4096', '9'].map((code) => roleOf(code))).toEqual([
    ...['site', 'editor', 'section editor', 'assistant', 'author', 'reviewer', undefined],
  ])
  expect([roleOf('256'), roleOf('256', '2'), roleOf('512', '2')]).toEqual([undefined, 'editor', 'section editor'])
  expect([fileStage('10'), fileStage('17'), fileStage('toString'), fileStage(null)]).toEqual([
    ...['galley', 'dependent', 'unknown', 'unknown'],
  ])
})

test.each([
  [`$2y$10$${'a'.repeat(53)}`, 'bcrypt'],
  ['$argon2id$v=19$m=65536,t=4,p=1$abc', 'argon2'],
  ['a'.repeat(40), 'sha1'],
  ['A1'.repeat(16), 'md5'],
  ['', 'none'],
  [null, 'none'],
  ['secret', 'unknown'],
])('the kind of a hash, %#', (hash, kind) => {
  expect(hashKind(hash)).toBe(kind)
})

test.each(['../x', 'a/../b', '/etc/passwd', 'a//b', 'C:/x', 'a\\b', 'a\0b', '', 'a/./b', 'x'.repeat(2000)])(
  '%j is no path within the folder',
  (path) => {
    expect(pathWithin(path)).toBeUndefined()
  },
)

test('paths that a row does not tell', () => {
  const file = { journalId: '1', submissionId: '10', genreId: '1', fileId: '60', revision: '1', day: '2017-05-12' }
  expect(computedPath({ ...file, stage: '4', extension: 'docx' })).toBe(
    'journals/1/articles/10/submission/review/10-1-60-1-4-20170512.docx',
  )
  expect(computedPath({ ...file, genreId: null, stage: '10', extension: 'pdf' })).toBe(
    'journals/1/articles/10/submission/proof/10-60-1-10-20170512.pdf',
  )
  expect(computedPath({ ...file, stage: '99', extension: 'pdf' })).toBeUndefined()
  expect(issueFilePath('1', '4', '4-1-PB.pdf')).toBe('journals/1/issues/4/public/4-1-PB.pdf')
  expect(coverPath('1', '../config.inc.php')).toBeUndefined()
})
