import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { ojsDump } from '../../tests/support/ojs-dump.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(inject('temporaryFolder'), 'move-'))
})

const moving = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'move.ts'), ...args],
    {
      cwd: place,
      encoding: 'utf8',
      env: { ...process.env, INIT_CWD: place, DATA_DIR: join(place, 'data'), DATABASE_URL: '' },
    },
  )
  return { status, stdout, stderr }
}

describe('npm run move', () => {
  test('prints what a dump holds, and forgets it', () => {
    writeFileSync(join(place, 'dump.sql'), ojsDump())
    const { status, stdout } = moving('read', 'dump.sql')
    expect(status).toBe(0)
    expect(stdout).toContain('Open Journal Systems 3.3.0.22, a dump of MySQL in utf8mb4')
    expect(stdout).toMatch(/^jbr {3}Journal of Botany {2}en_US {5}2$/m)
    expect(stdout).toMatch(/^submissions {7}2$/m)
    expect(stdout).toContain('10 rows: 9 kept, 1 only counted.\nNot kept: sessions 1.\n1 setting kept without')
    expect(readdirSync(join(place, 'data'))).toEqual(['moving'])
    expect(moving('forget')).toMatchObject({ status: 0, stdout: 'What was read has been removed.\n' })
    expect(readdirSync(join(place, 'data', 'moving'))).toEqual([])
    expect(moving('forget').stdout).toBe('Nothing was there to be removed.\n')
  })

  test('ends with 2 if a journal has to be named', () => {
    const journals = ['jbr', 'other'].map((path, index) => [String(index), path, '1', 'en_US', '1'])
    writeFileSync(join(place, 'dump.sql'), ojsDump({ journals }))
    const { status, stdout } = moving('read', 'dump.sql')
    expect([status, stdout]).toEqual([2, expect.stringContaining('Please name one: add --journal PATH.')])
    expect(moving('read', 'dump.sql', '--journal', 'other').status).toBe(0)
  })

  test('says in a sentence why it cannot read', () => {
    for (const args of [
      [],
      ['read'],
      ['read', 'a', 'b'],
      ['forget', 'a'],
      ['forget', '--journal', 'x'],
      ['read', 'a', '--x'],
      ['apply'],
    ])
      expect(moving(...args), args.join(' ')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('npm run move -- read DUMP'),
      })
    expect(moving('read', 'nowhere.sql')).toMatchObject({
      status: 1,
      stderr: `There is no file ${join(place, 'nowhere.sql')}.\n`,
    })
    expect(existsSync(join(place, 'data'))).toBe(false)
  })
})
