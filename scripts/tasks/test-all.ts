// npm run test:all            both tiers of the tests (tests/tiers.ts)
// npm run test:all -- --rest  what the second tier has besides the first
export {}

process.argv.push('--all')
await import('./test.ts')
