import { expect, test } from 'vitest'
import { issueNumber, printedIssue, printedVolume } from './issue.ts'

test.each([
  [' 3 ', '3'],
  ['Issue 3', '3'],
  ['Iss. 3', '3'],
  ['No.3', '3'],
  ['no 7-8', '7-8'],
  ['Nr3', '3'],
  ['Issue', 'Issue'],
  ['November', 'November'],
  ['Suppl 1', 'Suppl 1'],
  ['D1', 'D1'],
  ['', ''],
])('the issue written "%s" is "%s"', (written, issue) => {
  expect(issueNumber(written)).toBe(issue)
})

test.each([
  ['3', 'Issue 3'],
  ['7-8', 'Issue 7–8'],
  ['D1', 'Issue D1'],
  ['Suppl 1', 'Suppl 1'],
  ['Special Issue', 'Special Issue'],
])('the issue "%s" is printed "%s"', (issue, printed) => {
  expect(printedIssue(issue)).toBe(printed)
})

test('a volume is printed with its issue', () => {
  expect(printedVolume('Volume 12', '3')).toBe('Volume 12, Issue 3')
  expect(printedVolume('Volume 12', null)).toBe('Volume 12')
  expect(printedVolume(null, '3')).toBe('Issue 3')
  expect(printedVolume(undefined, null)).toBe('')
})
