import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

describe('before it runs, a command', () => {
  /** A program of two commands, whose npm installs what is asked for, and a Node.js that is `good` from the second time on. */
  const aProgram = (good: 'at once' | 'the second time' | 'never' = 'at once') => {
    const folder = mkdtempSync(join(inject('temporaryFolder'), 'program-'))
    for (const name of ['tasks', 'node']) mkdirSync(join(folder, 'scripts', name), { recursive: true })
    for (const name of ['run.mjs', 'serving.mjs'])
      cpSync(join(import.meta.dirname, name), join(folder, 'scripts', name))
    writeFileSync(join(folder, 'package-lock.json'), '{}')
    for (const task of ['build', 'check'])
      writeFileSync(
        join(folder, 'scripts', 'tasks', `${task}.ts`),
        'const node: string = process.version; console.log(node)',
      )
    const npm = join(folder, 'npm.mjs')
    writeFileSync(
      npm,
      `import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
      const log = ${JSON.stringify(join(folder, 'installed'))}
      const what = process.cwd().endsWith('node') ? 'Node.js' : process.argv.includes('--omit=dev') ? 'packages' : 'all packages'
      appendFileSync(log, what + '\\n')
      rmSync('node_modules', { recursive: true, force: true })
      mkdirSync('node_modules/.bin', { recursive: true })
      if (what === 'Node.js') {
        const times = readFileSync(log, 'utf8').split(what).length - 1
        if (times > ${{ 'at once': 0, 'the second time': 1, never: 99 }[good]})
          symlinkSync(${JSON.stringify(process.execPath)}, 'node_modules/.bin/node')
        else writeFileSync('node_modules/.bin/node', 'half a program', { mode: 0o755 })
      } else {
        mkdirSync('node_modules/fern/dist', { recursive: true })
        for (const name of ['fern.js', 'fern.js.map', 'fern.d.ts']) writeFileSync('node_modules/fern/dist/' + name, '')
        if (what === 'all packages') mkdirSync('node_modules/vitest')
      }`,
    )
    const run = (task: 'build' | 'check', node = process.execPath, env: NodeJS.ProcessEnv = {}) =>
      spawnSync(node, [join(folder, 'scripts', 'run.mjs'), task], {
        encoding: 'utf8',
        env: { ...process.env, npm_execpath: npm, npm_config_user_agent: 'npm/11.0.0', ...env },
      })
    const installed = () => readFileSync(join(folder, 'installed'), 'utf8').trim().split('\n')
    const has = (...names: string[]) => names.map((name) => existsSync(join(folder, 'node_modules', name)))
    return { folder, run, installed, has }
  }
  const files = ['fern/dist/fern.js', 'fern/dist/fern.js.map', 'fern/dist/fern.d.ts', 'vitest']

  test('installs what the running journal needs, and the rest for the first command of a programmer', () => {
    const { run, installed, has } = aProgram()
    for (let time = 0; time < 2; time++) expect(run('build').stdout).toContain(process.version)
    expect([installed(), has(...files)]).toEqual([['packages'], [true, false, false, false]])
    for (const task of ['check', 'build'] as const) expect(run(task).status).toBe(0)
    expect([installed(), has(...files)]).toEqual([
      ['packages', 'all packages'],
      [true, true, true, true],
    ])
  })

  test('never takes what programmers need away from them', () => {
    const { folder, run, installed } = aProgram()
    run('check')
    writeFileSync(join(folder, 'package-lock.json'), '{"packages":{}}')
    expect(run('build').stdout).toContain(process.version)
    expect(installed()).toEqual(['all packages', 'all packages'])
  })

  test.skipIf(process.getuid?.() !== 0)('tells a user who may not change the program who has to build it', () => {
    const { folder, run, installed } = aProgram()
    run('build')
    writeFileSync(join(folder, 'package-lock.json'), '{"packages":{}}')
    const as = join(folder, 'as-nobody.mjs')
    writeFileSync(as, 'process.setgid(65534); process.setuid(65534)')
    for (let above = folder; above !== '/'; above = join(above, '..')) chmodSync(above, 0o755)
    const { status, stderr } = run('build', process.execPath, { NODE_OPTIONS: `--import=${as}` })
    expect([status, stderr]).toEqual([1, expect.stringContaining('npm run build')])
    expect(installed()).toEqual(['packages'])
  })

  /** This Node.js under the number of an older one. */
  const old = (folder: string) => {
    const path = join(folder, 'old.mjs')
    writeFileSync(path, "Object.defineProperty(process.versions, 'node', { value: '20.1.0' })")
    const program = join(folder, 'old-node')
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" --import "${path}" "$@"\n`)
    chmodSync(program, 0o755)
    return program
  }

  describe.skipIf(process.platform === 'win32')('brings a Node.js only where there is an older one', () => {
    test('once, and again if it does not run', () => {
      const { folder, run, installed, has } = aProgram('the second time')
      const node = old(folder)
      const first = run('build', node)
      expect([first.status, first.stderr]).toEqual([1, expect.stringContaining('Please install Node.js 24 LTS')])
      for (let time = 0; time < 2; time++) expect(run('build', node).stdout).toContain(process.version)
      expect([installed(), has('.bin/node')]).toEqual([['packages', 'Node.js', 'Node.js'], [true]])
    })

    test('and one that was among the packages, as before, may be removed with them while it runs', () => {
      const { folder, run, installed } = aProgram()
      const among = join(folder, 'node_modules', 'node')
      mkdirSync(dirname(among))
      cpSync(process.execPath, among)
      expect(run('build', among, { npm_node_execpath: process.execPath }).stdout).toContain(process.version)
      expect(installed()).toEqual(['packages', 'Node.js'])
    })

    test('and says so in a sentence if it never runs', () => {
      const { folder, run } = aProgram('never')
      const { status, stderr } = run('build', old(folder))
      expect([status, stderr]).toEqual([1, expect.stringContaining('Please install Node.js 24 LTS')])
    })
  })
})
