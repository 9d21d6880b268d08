import type { Engine } from './driver/place.ts'
import type { Figures } from './driver/figures.ts'

export interface Setting {
  engine: Engine
  /** The short form belongs to `npm test`, the long one to `npm run test:faults`. */
  long: boolean
  seed: number
  /** URL of a PostgreSQL server without a database's name; null: there is none. */
  postgres: string | null
  /** For whatever is written; removed afterwards. */
  folder: string
}

/** One bad day, and what must be so afterwards. */
export interface Scenario {
  name: string
  engines: readonly Engine[]
  /** So many seconds after the fault at most, a write is acknowledged again. */
  recoversInSeconds: number
  /** Why it cannot be done here; null if it can. */
  leftOut?: (setting: Setting) => string | null
  run(setting: Setting): Promise<Figures>
}

export const BOTH: readonly Engine[] = ['sqlite', 'postgres']
