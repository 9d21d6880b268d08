// The entry point of every command in package.json. Plain JavaScript for any Node from 18 on: it installs
// missing dependencies, finds a Node that can run the project or brings one, and hands over to it.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { servingEnvironment, servingOptions } from './serving.mjs'

const NODE_NEEDED = 24
/** npm 9 installs neither the Node.js that the journal brings nor what reads pictures. */
const NPM_NEEDED = 10
/** What only programmers' commands need (devDependencies). The others install neither that nor what debuggers and editors read. */
const PROGRAMMERS = ['dev', 'check', 'test', 'test:all', 'test:long', 'test:faults', 'bench']
const FOR_DEBUGGERS = /\.(?:map|d\.[cm]?ts)$/
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const packages = join(root, 'node_modules')
const isWindows = process.platform === 'win32'
/** The Node.js for machines that have an older one: its list, with the hash of each, and where it is brought. */
const nodeList = join(root, 'scripts', 'node')
const brought = join(nodeList, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node')
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
  move: 'scripts/tasks/move.ts',
  admin: 'scripts/tasks/admin.ts',
  password: 'scripts/tasks/password.ts',
  restore: 'scripts/tasks/restore.ts',
  settings: 'scripts/tasks/settings.ts',
  'test-mail': 'scripts/tasks/test-mail.ts',
  'sample:remove': 'scripts/tasks/sample-remove.ts',
  'verify-data': 'scripts/tasks/verify-data.ts',
  licences: 'scripts/tasks/licences.ts',
  sbom: 'scripts/tasks/sbom.ts',
}

if (!(task in entries)) stop(`Unknown command "${task ?? ''}". There are: ${Object.keys(entries).join(', ')}.`)
install()
const node = findNode() ?? bringNode() ?? stop(noNode())
run(node, [join(root, entries[task]), ...args])

function stop(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Installs the dependencies unless they already match the lockfile exactly. */
function install() {
  const file = join(packages, '.installed')
  const there = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
  const complete = `${wanted} complete`
  const isForProgrammers = PROGRAMMERS.includes(task)
  if (there === complete || (there === wanted && !isForProgrammers)) return
  const [, npmVersion] = /^npm\/(\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? []
  if (npmVersion && Number(npmVersion) < NPM_NEEDED)
    stop(
      `npm ${npmVersion} leaves out packages that the journal needs. Please install Node.js ${NODE_NEEDED} LTS, which has a newer npm, and run the same command again.`,
    )
  if (!mayChange(existsSync(packages) ? packages : root))
    stop(
      `The program in ${root} has changed and was not built. Build it first (npm run build), as the user who owns it.`,
    )
  process.stdout.write('Installing what the journal needs. This happens once and takes about half a minute.\n')
  // A programmer's folder stays one.
  const isComplete = isForProgrammers || existsSync(join(packages, 'vitest'))
  if (!npmInstalls(root, isComplete ? '--include=dev' : '--omit=dev'))
    stop('The installation did not finish. Please check the network connection and run the same command again.')
  if (!isComplete)
    for (const name of readdirSync(packages, { recursive: true }))
      if (FOR_DEBUGGERS.test(name)) rmSync(join(packages, name), { force: true })
  writeFileSync(file, isComplete ? complete : wanted)
}

function mayChange(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** What a lockfile names, into its folder; whether that went well. */
function npmInstalls(folder, ...options) {
  const command = [
    'ci',
    '--ignore-scripts',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...options,
  ]
  const npm = process.env.npm_execpath
  // Not this Node.js: an earlier version of the journal had it among the packages, and it is being removed with them.
  const done = npm
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...command], { cwd: folder, stdio: 'inherit' })
    : spawnSync('npm', command, { cwd: folder, stdio: 'inherit', shell: isWindows })
  return done.status === 0
}

function isRecent(version) {
  return Number(version.replace(/^v/, '').split('.')[0]) >= NODE_NEEDED
}

/** This Node if it is recent enough, otherwise the one that was brought; undefined: that one does not run. */
function findNode() {
  if (isRecent(process.versions.node) && existsSync(process.execPath)) return process.execPath
  const version =
    existsSync(brought) && spawnSync(brought, ['--version'], { encoding: 'utf8', shell: isWindows }).stdout
  if (!version || !isRecent(version.trim())) return undefined
  // So that `npx` finds it as well.
  const link = join(packages, '.bin', 'node')
  if (!isWindows && !existsSync(link)) {
    rmSync(link, { force: true })
    symlinkSync(brought, link)
  }
  return brought
}

/** Only for machines whose own is too old: it takes 190 MB. Also again, if it was damaged. */
function bringNode() {
  process.stdout.write(
    `This machine has Node.js ${process.version}. Bringing Node.js ${NODE_NEEDED}, for the journal alone.\n`,
  )
  if (npmInstalls(nodeList)) return findNode()
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
    shell: isWindows && node.endsWith('.cmd'),
    env: {
      ...(serves ? servingEnvironment : {}),
      ...process.env,
      // npm's own name for where the command was typed: file names begin there.
      INIT_CWD: process.env.INIT_CWD ?? here(),
      PATH: [join(packages, '.bin'), dirname(node), process.env.PATH].join(delimiter),
    },
  })
  // A terminal sends signals to both processes; a process manager only to this one.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
