import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

interface Lock {
  packages: Record<string, { hasInstallScript?: boolean; integrity?: string; link?: boolean }>
}

describe('installing the dependencies', () => {
  test('runs no script of theirs, by whichever command', () => {
    expect(textOf('.npmrc')).toMatch(/^ignore-scripts=true$/m)
    expect(textOf('scripts/run.mjs')).toMatch(/'ci',\s*'--ignore-scripts'/)
  })

  test('takes only bytes that the lock file names', () => {
    const { packages } = JSON.parse(textOf('package-lock.json')) as Lock
    const unnamed = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity)
    expect(unnamed.map(([path]) => path)).toEqual([])
  })

  test('leaves those that are compiled ready to use', async () => {
    const [{ default: Sqlite }, { default: sharp }, { hash }] = await Promise.all([
      import('better-sqlite3'),
      import('sharp'),
      import('@node-rs/argon2'),
    ])
    expect(new Sqlite(':memory:').prepare('select 1 as one').get()).toEqual({ one: 1 })
    expect(sharp.versions.vips).toMatch(/^\d/)
    expect(await hash('Sunflower-42')).toMatch(/^\$argon2id\$/)
  })
})
