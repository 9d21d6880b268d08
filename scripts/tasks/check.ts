import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './site-build.ts'

/** Types, lint, import directions, migrations and format: all of them, even if the first one fails. */
const module = (...path: string[]) => join(root, 'node_modules', ...path)
const checks = [
  {
    name: 'types',
    commands: [
      // The types of the site's routes are generated from their files.
      [module('@react-router', 'dev', 'bin.cjs'), 'typegen'],
      [module('typescript', 'bin', 'tsc'), '--noEmit', '--pretty'],
    ],
  },
  { name: 'lint', commands: [[module('eslint', 'bin', 'eslint.js'), '--max-warnings', '0', '.']] },
  {
    name: 'imports',
    commands: [[module('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'), 'src', 'tests', 'scripts', 'bench']],
  },
  { name: 'migrations', commands: [[join(root, 'scripts', 'tasks', 'check-migrations.ts')]] },
  {
    name: 'format',
    commands: [[module('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.']],
    fix: 'npx prettier --write .',
  },
]

function run(command: string[]): Promise<{ well: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: root, env: { ...process.env, FORCE_COLOR: '' } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
    child.on('close', (code) => resolve({ well: code === 0, output }))
  })
}

const results = await Promise.all(
  checks.map(async ({ name, commands, fix }) => {
    for (const command of commands) {
      const { well, output } = await run(command)
      if (!well) return { name, output: `${output.trim()}${fix ? `\nTo fix it: ${fix}` : ''}` }
    }
    return { name, output: null }
  }),
)

for (const { name, output } of results) {
  process.stdout.write(output === null ? `${name}: no problems\n` : `${name}:\n${output}\n\n`)
}
const bad = results.filter(({ output }) => output !== null)
process.stdout.write(bad.length ? `Failed: ${bad.map(({ name }) => name).join(', ')}\n` : 'All is well.\n')
process.exitCode = bad.length ? 1 : 0
