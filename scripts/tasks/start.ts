import { buildIfNeeded } from './site-build.ts'

buildIfNeeded()
const { main } = await import('../../src/server/main.ts')
await main()
