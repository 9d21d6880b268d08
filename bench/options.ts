import { parseArgs } from 'node:util'
import type { Engine } from './archive.ts'

export interface Options {
  /** A shorter run, in which each figure is less certain. */
  quick: boolean
  /** A group's name, or a word of lines' names; empty for all. */
  only: string
  engines: Engine[]
  /** How many articles the large archive has. */
  articles: number
  /** Puts the figures into the README of the benchmark. Only of a whole run. */
  publish: boolean
}

const LARGE = 100_000

const ENGINES: Record<string, Engine[]> = { sqlite: ['sqlite'], postgres: ['postgres'], both: ['sqlite', 'postgres'] }

/** Reads the words behind `npm run bench --`; throws a one-sentence error. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      database: { type: 'string', default: 'both' },
      articles: { type: 'string' },
      publish: { type: 'boolean', default: false },
    },
  })
  const engines = ENGINES[values.database]
  if (!engines) throw new Error(`--database is "${values.database}": it must be sqlite, postgres or both.`)
  const articles = Number(values.articles ?? (values.quick ? LARGE / 20 : LARGE))
  if (!Number.isInteger(articles) || articles < 1000) throw new Error('--articles must be a whole number from 1000.')
  const options = { quick: values.quick, only: values.only, engines, articles, publish: values.publish }
  if (options.publish && !isWhole(options)) throw new Error('Only a whole run is published: --publish goes alone.')
  return options
}

/** True for a run of every line, at its full length and on both databases. */
export const isWhole = ({ quick, only, engines, articles }: Options): boolean =>
  !quick && only === '' && engines.length === 2 && articles === LARGE
