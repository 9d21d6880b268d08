/** What a scenario has found. Texts name each case, so that a missed target can be looked into. */
export interface Figures {
  /** How often the fault was done. */
  faults: number
  acknowledged: number
  lost: string[]
  duplicated: string[]
  /** Something that is there in part. */
  halfDone: string[]
  /** Seconds from the end of a fault until a write was acknowledged again. */
  recovery: number[]
  /** 5xx outside of the fault, or another than the fault's own. */
  wrongAnswers: string[]
  /** Whatever else is required and was not so. */
  missed: string[]
  /** Other figures, in words. */
  notes: string[]
}

export const noFigures = (): Figures => ({
  faults: 0,
  acknowledged: 0,
  lost: [],
  duplicated: [],
  halfDone: [],
  recovery: [],
  wrongAnswers: [],
  missed: [],
  notes: [],
})

/** The figures of several journals as those of one. */
export function together(all: Figures[]): Figures {
  const sum = noFigures()
  for (const one of all) {
    sum.faults += one.faults
    sum.acknowledged += one.acknowledged
    for (const key of ['lost', 'duplicated', 'halfDone', 'wrongAnswers', 'missed', 'notes'] as const)
      sum[key].push(...one[key])
    sum.recovery.push(...one.recovery)
  }
  return sum
}

/** One sentence for each target that was missed. */
export function missedTargets(figures: Figures, longestRecovery: number): string[] {
  const { faults, recovery, lost, duplicated, halfDone, wrongAnswers, missed } = figures
  const named = (what: string, all: string[]) =>
    all.length ? [`${all.length} ${what}: ${all.slice(0, 5).join(' | ')}`] : []
  const slowest = Math.max(0, ...recovery)
  return [
    ...(faults ? [] : ['no fault was done']),
    ...named('lost', lost),
    ...named('duplicated', duplicated),
    ...named('half done', halfDone),
    ...named('answers of 5xx outside the fault', wrongAnswers),
    ...(slowest > longestRecovery ? [`recovered only after ${seconds(slowest)} s`] : []),
    ...missed,
  ]
}

export interface Outcome {
  form: 'short' | 'long'
  scenario: string
  database: string
  figures: Figures | null
  /** Why it was left out. */
  leftOut: string | null
  missed: string[]
  tookSeconds: number
}

export const seconds = (value: number): string => value.toFixed(value < 10 ? 2 : 1)

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const HEAD = ['fault', 'database', 'times', 'acknowledged', 'lost', 'duplicated', 'half done', 'recovered, s', '5xx outside', 'targets'] // prettier-ignore

function cells({ scenario, database, figures, leftOut, missed }: Outcome): string[] {
  if (!figures) return [scenario, database, ...HEAD.slice(3).map(() => '–'), leftOut ?? missed.join('; ')]
  const { faults, acknowledged, lost, duplicated, halfDone, recovery, wrongAnswers } = figures
  const recovered = recovery.length ? `${seconds(median(recovery))} (max ${seconds(Math.max(...recovery))})` : '–'
  return [
    ...[scenario, database, faults, acknowledged, lost.length, duplicated.length, halfDone.length, recovered],
    ...[wrongAnswers.length, missed.length ? 'missed' : 'met'],
  ].map(String)
}

/** The figures as a table in Markdown, with what is worth knowing about each scenario below it. */
export function table(outcomes: Outcome[]): string {
  const line = (texts: string[]) => `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
  return [HEAD, HEAD.map(() => '---'), ...outcomes.map(cells)].map(line).join('\n')
}

export const notes = (outcomes: Outcome[]): string =>
  outcomes
    .filter(({ figures }) => figures?.notes.length)
    .map(({ scenario, database, figures }) => `- ${scenario}, ${database}: ${figures!.notes.join('; ')}.`)
    .join('\n')
