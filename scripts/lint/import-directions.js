import { dirname, join, relative, sep } from 'node:path'

/**
 * Imports run one way (architecture, 'Rooms'): contract ← server; contract ← client ← ui ← site ← features ← pages.
 * The first room that a file's path begins with says what the file may import; `may` are beginnings
 * of paths, `packages` names of packages (all of them when absent).
 */
const SHARED = ['src/contract/', 'journal.config']
const WEB = [...SHARED, 'src/web/']
const PAGES = 'src/web/pages/'

/** @type {{ room: string, may: string[], never?: string[], packages?: string[] }[]} */
const ROOMS = [
  { room: 'src/contract/', may: SHARED, packages: ['zod'] },
  { room: 'src/server/', may: [...SHARED, 'src/server/', 'package.json'] },
  { room: 'src/web/client/', may: [...SHARED, 'src/web/client/'] },
  { room: 'src/web/ui/', may: WEB, never: ['src/web/site/', 'src/web/features/', PAGES] },
  { room: 'src/web/features/', may: WEB, never: [PAGES] },
  { room: 'src/web/site/', may: WEB, never: ['src/web/features/', PAGES] },
  { room: 'src/web/', may: [...WEB, 'package.json'] },
]
const FEATURE = /^src\/web\/features\/([^/]+)\//
const TEST = /\.test\.tsx?$/
const TEST_MAY = ['tests/', 'sample/', 'src/contract/', 'src/server/']
const TEST_PACKAGES = ['vitest', 'fast-check', 'zod']

/** Why `file` may not import `target` (both from the project's root), or undefined when it may. */
function refusal(file, target) {
  const room = ROOMS.find(({ room }) => file.startsWith(room))
  if (!room) return undefined
  const isTest = TEST.test(file)
  const may = isTest ? [...room.may, ...TEST_MAY] : room.may
  if (!may.some((beginning) => target.startsWith(beginning))) return `${room.room} may not import from ${target}`
  if (room.never?.some((beginning) => target.startsWith(beginning))) return `${room.room} may not import from ${target}`
  const [own, other] = [FEATURE.exec(file)?.[1], FEATURE.exec(target)?.[1]]
  if (own && other && own !== other) return `the feature ${own} may not import the feature ${other}`
  return undefined
}

function packageRefusal(file, name) {
  const room = ROOMS.find(({ room }) => file.startsWith(room))
  if (!room?.packages) return undefined
  const allowed = TEST.test(file) ? [...room.packages, ...TEST_PACKAGES] : room.packages
  return allowed.some((one) => name === one || name.startsWith(`${one}/`))
    ? undefined
    : `${room.room} runs anywhere and may import only ${room.packages.join(', ')}`
}

/** @type {import('eslint').Rule.RuleModule} */
export const importDirections = {
  meta: { type: 'problem', messages: { refused: 'Imports run one way: {{why}}.' }, schema: [] },
  create(context) {
    const posix = (path) => path.split(sep).join('/')
    const file = posix(relative(context.cwd, context.filename))
    const check = (node) => {
      const from = node.source?.value
      if (typeof from !== 'string') return
      const why = from.startsWith('.')
        ? refusal(file, posix(relative(context.cwd, join(dirname(context.filename), from))))
        : packageRefusal(file, from)
      if (why) context.report({ node: node.source, messageId: 'refused', data: { why } })
    }
    return {
      ImportDeclaration: check,
      ExportAllDeclaration: check,
      ExportNamedDeclaration: check,
      ImportExpression: check,
    }
  },
}
