import { describe, expect, test } from 'vitest'
import { readDiagnostic } from './diagnostic.ts'

const log = (attributes: string, inner = '') => `<doi_batch_diagnostic${attributes}>${inner}</doi_batch_diagnostic>`

describe('a log of Crossref’s', () => {
  test.each([
    ['a submission that never came', log(' status="unknown_submission"'), { state: 'unknown', records: [] }],
    [
      'the queue',
      log(' status="queued" sp="cr5"', '<submission_id>7</submission_id>'),
      { state: 'working', submissionId: '7' },
    ],
    ['work', log(' status="in_process"'), { state: 'working' }],
    ['an end without a record', log(' status="completed"'), { state: 'completed', records: [], failures: 0 }],
    ['an older log, without a status', log(''), { state: 'completed' }],
    [
      'success',
      log(
        ' status="completed"',
        '<record_diagnostic status="Success"><doi>10.5555/a</doi><msg>Successfully added</msg></record_diagnostic><batch_data><failure_count>0</failure_count></batch_data>',
      ),
      { records: [{ status: 'Success', doi: '10.5555/a', message: 'Successfully added' }], failures: 0 },
    ],
    [
      'a failure of the whole file',
      log(
        ' status="completed"',
        '<batch_id/><record_diagnostic status="Failure" msg_id="29"><doi/><msg>Error on line 5: &lt;x&gt;\n  is &quot;wrong&quot; &amp;amp; bad</msg></record_diagnostic><batch_data><failure_count>1</failure_count></batch_data>',
      ),
      {
        records: [{ status: 'Failure', doi: null, message: 'Error on line 5: <x> is "wrong" &amp; bad' }],
        failures: 1,
      },
    ],
  ])('of %s', (_what, text, expected) => expect(readDiagnostic(text)).toMatchObject(expected))

  test.each([
    ['', null],
    ['<html>SUCCESS</html>', null],
    [log(' status="sleeping"'), null],
    ['<doi_batch_diagnostic status="completed"', null],
    [log(' status="completed"', '<record_diagnostic status="Odd"><doi>a</doi></record_diagnostic>'), { records: [] }],
    [log(' status="completed"', '<record_diagnostic status="Success"'), { records: [{ message: '' }] }],
  ])('of other kinds: %s', (text, expected) => {
    if (expected === null) expect(readDiagnostic(text)).toBeNull()
    else expect(readDiagnostic(text)).toMatchObject(expected)
  })
})
