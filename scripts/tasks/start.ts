import cluster from 'node:cluster'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { buildIfNeeded, root } from './site-build.ts'

// Compiled code is kept beside the packages: a program that can write there can change the program as well. A folder that
// cannot be written, or a damaged file in it, makes the start slower and nothing else.
enableCompileCache(join(root, 'node_modules', '.cache', 'compiled'))
// The heap may double between collections, not quadruple: see docs/decisions/databases-and-servers.md.
setFlagsFromString('--heap-growing-percent=100')
// One that takes the place of another process serves the same build.
if (cluster.isPrimary) buildIfNeeded()
const { main } = await import('../../src/app/main.ts')
await main()
