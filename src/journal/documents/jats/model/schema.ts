import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One step of what an element may hold: a choice of names, whether one is needed, and whether more may be there. */
export interface Step {
  names: readonly string[]
  isNeeded: boolean
  isMany: boolean
}

export interface AttributeRule {
  isNeeded: boolean
  /** The only values that it may have. */
  values: readonly string[] | null
  kind: string | null
}

/** What JATS Publishing 1.3 allows in an element. */
export interface ElementRule {
  /** True if text may stand between its elements, which then have no order. */
  isMixed: boolean
  steps: readonly Step[]
  names: ReadonlySet<string>
  attributes: ReadonlyMap<string, AttributeRule>
}

interface Table {
  sets: string[]
  attributes: string[]
  elements: Record<string, [isMixed: 0 | 1, steps: [set: number, min: number, many: number][], attributes: number[]]>
}

/** Derived from the schema by `tests/support/jats-model.ts`. */
const table = JSON.parse(readFileSync(join(import.meta.dirname, 'schema.json'), 'utf8')) as Table
const sets = table.sets.map((names) => names.split(' '))
const attributes = table.attributes.map((line): [string, AttributeRule] => {
  const [, name = '', needed, values, kind] = /^((?:x\w+:)?[\w-]+)(!?)(?:=(.+)|:(\w+))?$/.exec(line) ?? []
  return [name, { isNeeded: needed === '!', values: values?.split('|') ?? null, kind: kind ?? null }]
})

/** The elements of JATS by name; those of other namespaces with their prefix, `mml:math`. */
export const MODEL: ReadonlyMap<string, ElementRule> = new Map(
  Object.entries(table.elements).map(([name, [isMixed, steps, own]]) => [
    name,
    {
      isMixed: isMixed === 1,
      steps: steps.map(([set, min, many]) => ({ names: sets[set]!, isNeeded: min > 0, isMany: many === 1 })),
      names: new Set(steps.flatMap(([set]) => sets[set]!)),
      attributes: new Map(own.map((each) => attributes[each]!)),
    },
  ]),
)
