// The entry point of every command in package.json. Plain JavaScript for any Node from 18 on: it installs
// missing dependencies, finds a Node that can run the project, and hands over to it.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { servingEnvironment, servingOptions } from './serving.mjs'

const NODE_NEEDED = 24
/** npm 9 installs neither the Node.js that the journal brings nor what reads pictures. */
const NPM_NEEDED = 10
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [task, ...args] = process.argv.slice(2)

const entries = {
  start: 'scripts/tasks/start.ts',
  dev: 'scripts/tasks/dev.ts',
  build: 'scripts/tasks/build.ts',
  check: 'scripts/tasks/check.ts',
  test: 'scripts/tasks/test.ts',
  'test:all': 'scripts/tasks/test-all.ts',
  'test:long': 'scripts/tasks/test-long.ts',
  backup: 'scripts/tasks/backup.ts',
  'test:faults': 'scripts/tasks/test-faults.ts',
  bench: 'bench/main.ts',
  'export-site': 'scripts/tasks/export-site.ts',
  import: 'scripts/tasks/import.ts',
  admin: 'scripts/tasks/admin.ts',
  password: 'scripts/tasks/password.ts',
  restore: 'scripts/tasks/restore.ts',
  'test-mail': 'scripts/tasks/test-mail.ts',
  'sample:remove': 'scripts/tasks/sample-remove.ts',
  'verify-data': 'scripts/tasks/verify-data.ts',
  licences: 'scripts/tasks/licences.ts',
  sbom: 'scripts/tasks/sbom.ts',
}

if (!(task in entries)) stop(`Unknown command "${task ?? ''}". There are: ${Object.keys(entries).join(', ')}.`)
install()
run(findNode(), [join(root, entries[task]), ...args])

function stop(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Installs the dependencies unless they already match the lockfile exactly. */
function install() {
  const stamp = join(root, 'node_modules', '.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const [, npmVersion] = /^npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? []
  if (npmVersion && Number(npmVersion) < NPM_NEEDED)
    stop(
      `npm ${npmVersion} leaves out packages that the journal needs. Please install Node.js ${NODE_NEEDED} LTS, which has a newer npm, and run the same command again.`,
    )
  process.stdout.write('Installing what the journal needs. This happens once and takes about half a minute.\n')
  const npm = process.env.npm_execpath
  const command = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const done = npm
    ? spawnSync(process.execPath, [npm, ...command], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', command, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (done.status !== 0)
    stop('The installation did not finish. Please check the network connection and run the same command again.')
  writeFileSync(stamp, wanted)
}

/** This Node if it is recent enough, otherwise the one installed with the dependencies. */
function findNode() {
  const own = Number(process.versions.node.split('.')[0])
  if (own >= NODE_NEEDED) return process.execPath
  const brought = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const version =
    existsSync(brought) &&
    spawnSync(brought, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' }).stdout
  if (version && Number(version.trim().replace(/^v/, '').split('.')[0]) >= NODE_NEEDED) return brought
  return stop(
    `The journal runs on Node.js ${NODE_NEEDED}. This machine has ${process.version}, and there is no Node.js ${NODE_NEEDED} package for ${process.platform} on ${process.arch}. Please install Node.js ${NODE_NEEDED} LTS and run the same command again.`,
  )
}

/** Where the command was typed; the project's folder if that one is gone. */
function here() {
  try {
    return process.cwd()
  } catch {
    return root
  }
}

function run(node, nodeArgs) {
  const serves = task === 'start'
  const options = ['--disable-warning=ExperimentalWarning', ...(serves ? servingOptions : [])]
  const child = spawn(node, [...options, ...nodeArgs], {
    // Not where the command was typed: this user may not be allowed to enter that folder.
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32' && node.endsWith('.cmd'),
    env: {
      ...(serves ? servingEnvironment : {}),
      ...process.env,
      // npm's own name for where the command was typed: file names begin there.
      INIT_CWD: process.env.INIT_CWD ?? here(),
      PATH: `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
    },
  })
  // A terminal sends signals to both processes; a process manager only to this one.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
