import { stripVTControlCharacters } from 'node:util'
import type { Archive, Engine } from './archive.ts'
import type { Load } from './load.ts'

/** What a line of the benchmark is given to measure with. */
export interface Bench {
  engine: Engine
  quick: boolean
  /** How many articles the large archive has. */
  large: number
  load: Load
  /** A temporary folder of its own. */
  folder(): string
  /** The archive of this size, for all groups on this database. */
  archive(articles: number): Promise<Archive>
  /** The processes of PostgreSQL's server; null on SQLite. */
  postgresPid: number | null
  /** True if the line is wanted. */
  wants(line: string): boolean
}

export type Holds = 'yes' | 'no' | 'not judged' | 'not measured' | 'failed'

export interface Measured {
  line: string
  /** By the table's columns. */
  figures: Record<string, string>
  goal: string
  holds: Holds
  /** What limits the figure, or why there is none. */
  note?: string
  /** The plain numbers, for programs. */
  values?: Record<string, number | number[]>
}

/** Lines that are measured together, on one database. */
export interface Group {
  /** A word for `--only`. */
  name: string
  title: string
  /** What is measured and how, printed above the table. */
  how: string
  columns: string[]
  /** Only on one of the databases, where the other would show the same. */
  once?: true
  lines: string[]
  measure(bench: Bench): AsyncGenerator<Measured>
}

/** What measuring a line has found. */
export type Finding = Omit<Measured, 'line' | 'goal'>

export const notMeasured = (note: string): Finding => ({ figures: {}, holds: 'not measured', note })

export const judged = (holds: boolean): Holds => (holds ? 'yes' : 'no')

/** `from` times, or fewer if the run is to be quick. */
export const times = ({ quick }: Bench, whole: number, short: number): number => (quick ? short : whole)

/** A line that could not be measured to the end does not keep the others from it. */
export async function attempt(line: string, goal: string, measure: () => Promise<Finding>): Promise<Measured> {
  try {
    return { line, goal, ...(await measure()) }
  } catch (error) {
    return { line, goal, figures: {}, holds: 'failed', note: reason(error) }
  }
}

/** What went wrong, in one line. */
export const reason = (error: unknown): string =>
  stripVTControlCharacters(String(error)).replace(/\s+/g, ' ').slice(0, 500)
