// The entry point of every command in package.json. Plain JavaScript for any Node from 18 on: it installs
// missing dependencies, finds a Node that can run the project, and hands over to it.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { servingEnvironment, servingOptions } from './serving.mjs'

const NODE_NEEDED = 24
/** npm 9 installs neither the Node.js that the journal brings nor what reads pictures. */
const NPM_NEEDED = 10
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const packages = join(root, 'node_modules')
const brought = join(packages, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
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
// What was brought may have been damaged, or removed by a command under another Node: it is brought once more.
const node = findNode() ?? (install(true), findNode()) ?? stop(noNode())
run(node, [join(root, entries[task]), ...args])

function stop(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Installs the dependencies unless they already match the lockfile exactly, or also then. */
function install(again = false) {
  const stamp = join(packages, '.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  if (!again && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
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
  removeSecondNode()
  writeFileSync(stamp, wanted)
}

function isRecent(version) {
  return Number(version.replace(/^v/, '').split('.')[0]) >= NODE_NEEDED
}

/** A machine that has a Node of its own needs no other, which takes 190 MB. */
function removeSecondNode() {
  if (!isRecent(process.versions.node) || realpathSync(process.execPath).startsWith(realpathSync(packages) + sep))
    return
  const names = readdirSync(packages).filter((name) => /^node-(?:linux|win|darwin)-/.test(name))
  for (const path of [...names.map((name) => join(packages, name)), brought])
    rmSync(path, { recursive: true, force: true })
}

/** This Node if it is recent enough, otherwise the one installed with the dependencies; undefined: that one does not run. */
function findNode() {
  if (isRecent(process.versions.node)) return process.execPath
  const version =
    existsSync(brought) &&
    spawnSync(brought, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' }).stdout
  return version && isRecent(version.trim()) ? brought : undefined
}

function noNode() {
  return `The journal runs on Node.js ${NODE_NEEDED}. This machine has ${process.version}, and no Node.js ${NODE_NEEDED} for ${process.platform} on ${process.arch} could be installed with the packages. Please install Node.js ${NODE_NEEDED} LTS and run the same command again.`
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
