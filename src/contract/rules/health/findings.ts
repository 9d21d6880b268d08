import type { StateFacts } from './facts.ts'
import { LEVELS, type Finding, type Rule } from './finding.ts'
import { clock, processes, settings } from './server-rules.ts'
import { copies, database, disk, files, scanner } from './storage-rules.ts'
import { deposits, emails, queues, rounds } from './work-rules.ts'

const RULES: readonly Rule[] = [
  database,
  disk,
  files,
  clock,
  copies,
  emails,
  scanner,
  rounds,
  queues,
  deposits,
  processes,
  settings,
]

/** What is wrong, the worst first. */
export function findingsOf(facts: StateFacts): Finding[] {
  const all = RULES.flatMap((rule) => rule(facts))
  return LEVELS.flatMap((level) => all.filter((finding) => finding.level === level))
}

/** How many findings need an administrator; advice does not. */
export const attentionOf = (findings: readonly Finding[]): number => needing(findings).length

/**
 * What Today says of them, `findings` being sorted: the worst, and always what is wrong with copies, which nobody would
 * miss until all is lost. Deposits have a line of their own there.
 */
export const findingsForToday = (findings: readonly Finding[]): Finding[] =>
  needing(findings)
    .filter(({ id }) => id !== 'deposits')
    .filter(({ id }, at) => at === 0 || id.startsWith('copies-'))

const needing = (findings: readonly Finding[]): readonly Finding[] => findings.filter(({ level }) => level !== 'advice')
