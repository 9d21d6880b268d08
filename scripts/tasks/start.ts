import { buildIfNeeded } from './site-build.ts'

buildIfNeeded()
const { main } = await import('../../src/server/app/main.ts')
await main()
