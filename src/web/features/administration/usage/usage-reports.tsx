import { Download } from 'lucide-react'
import { USAGE_REPORT_NAMES, USAGE_REPORTS, type UsageReport } from '../../../../contract/rules/site/usage.ts'
import { browserApi } from '../../../client/api.ts'
import { toastFailure } from '../../../ui/call-failure.ts'
import { saveText } from '../../../ui/save-text.ts'
import type { Period } from './load-usage.ts'

const FORMATS = { csv: 'CSV', json: 'JSON' } as const

/** The reports of COUNTER for the months on the screen. */
export function UsageReports({ period }: { period: Period }) {
  const save = async (report: UsageReport, format: keyof typeof FORMATS) => {
    try {
      const { name, mediaType, text } = await browserApi.usage.report({ ...period, report, format })
      saveText(text, name, mediaType)
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <section aria-labelledby="reports" className="usage-reports">
      <h2 id="reports">COUNTER reports</h2>
      <p className="muted">
        For libraries and consortia, by the rules of COUNTER 5.1. The Title Report is about the journal, the Item Report
        about each article.
      </p>
      <ul role="list">
        {USAGE_REPORTS.map((report) => (
          <li key={report}>
            <span>{USAGE_REPORT_NAMES[report]}</span>
            {(Object.keys(FORMATS) as (keyof typeof FORMATS)[]).map((format) => (
              <button key={format} type="button" className="btn text" onClick={() => void save(report, format)}>
                <Download className="ic" aria-hidden="true" />
                {FORMATS[format]}
                <span className="sr"> of the {USAGE_REPORT_NAMES[report]}</span>
              </button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
