/** Crossref's answer about a submission. */
export interface Diagnostic {
  /** unknown: it has never arrived. working: it has, and waits or is being processed. completed: the answer is there. */
  state: 'unknown' | 'working' | 'completed'
  submissionId: string | null
  records: DiagnosedRecord[]
  /** What it counts as failures, also where no record is named. */
  failures: number
}

export interface DiagnosedRecord {
  status: 'Success' | 'Warning' | 'Failure'
  doi: string | null
  /** In Crossref's own words. */
  message: string
}

const STATES: Record<string, Diagnostic['state']> = {
  unknown_submission: 'unknown',
  queued: 'working',
  in_process: 'working',
  completed: 'completed',
}
const RECORDS_MAX = 100
const MESSAGE_MAX = 2000

/**
 * Reads a submission's log, `doi_batch_diagnostic`; null if it is something else. The log is flat and its length is
 * limited, so it is read by its tags alone, in time linear in its length: no entity of it is ever expanded.
 */
export function readDiagnostic(text: string): Diagnostic | null {
  const root = /<doi_batch_diagnostic\b([^>]{0,1000})>/.exec(text)
  if (!root) return null
  // An older log has no status: it is only there when all is done.
  const state = STATES[STATUS.exec(root[1]!)?.[1] ?? 'completed']
  if (!state) return null
  const records = text
    .slice(root.index)
    .split('<record_diagnostic')
    .slice(1, RECORDS_MAX + 1)
    .flatMap((part) => recordIn(part) ?? [])
  const failures = Number(contentOf(text, 'failure_count') ?? 0)
  return {
    state,
    submissionId: contentOf(text, 'submission_id'),
    records,
    failures: Number.isInteger(failures) ? failures : 0,
  }
}

function recordIn(part: string): DiagnosedRecord | null {
  const status = STATUS.exec(part.slice(0, part.indexOf('>')).slice(0, 1000))?.[1] ?? null
  const end = part.indexOf('</record_diagnostic')
  const inner = end < 0 ? part : part.slice(0, end)
  if (status !== 'Success' && status !== 'Warning' && status !== 'Failure') return null
  return { status, doi: contentOf(inner, 'doi'), message: contentOf(inner, 'msg') ?? '' }
}

const STATUS = /\sstatus\s*=\s*"([^"]*)"/

/** The text of the first element of this name; null if there is none, or it is empty. */
function contentOf(text: string, name: string): string | null {
  const open = text.indexOf(`<${name}`)
  if (open < 0) return null
  const from = text.indexOf('>', open)
  if (from < 0 || text[from - 1] === '/') return null
  const to = text.indexOf(`</${name}`, from)
  if (to < 0) return null
  return plain(text.slice(from + 1, Math.min(to, from + 1 + MESSAGE_MAX))) || null
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (xml: string): string =>
  xml
    .replace(/<!\[CDATA\[|\]\]>/g, '')
    .replace(/&(amp|lt|gt|quot|apos);/g, (_entity, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim()
